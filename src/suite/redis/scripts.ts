/** The scripts that run in Redis. Each is one atomic step. */

/**
 * Counts the requests of each hour, and records one in every hour for the caller with the fewest requests in the last hour.
 * Returns the place of this caller, from 1; 0 if a caller who waits on another node has had fewer. If nothing is to be
 * recorded, if the facts of an hour differ from those that the node knows, or if its limit is reached, the script records
 * nothing and returns for each hour its facts, the number of its requests, and the time of the first of them.
 * Keys: the hours, the user's first, each a hash of its facts and of the times of requests by their ids, which end with
 * the tag of the caller; then a hash that holds for each node the fewest requests of any caller who waits there, and the
 * time at which this entry expires, so that a node that has died does not stop the others for more than a second.
 * Argument: as JSON, the time, the node, the condition of each hour, the requests that the server may lack with their
 * times, the tags of the callers who wait (none for a request without a caller), and the id unless nothing is recorded.
 */
export const takeScript = `
local asked = cjson.decode(ARGV[1])
local waiting = KEYS[#KEYS]
local had = setmetatable({}, { __index = function() return 0 end })
local contents, isOpen = {}, asked.id ~= nil

for place, hour in ipairs(asked.hours) do
  local key, facts, count, first = KEYS[place], '', 0, asked.now
  for id, time in pairs(asked.unrecorded) do redis.call('HSET', key, id, time) end
  local fields = redis.call('HGETALL', key)
  for at = 1, #fields, 2 do
    local id, time = fields[at], tonumber(fields[at + 1])
    if id == 'facts' then
      facts = fields[at + 1]
    elseif time == nil or time <= math.min(hour.since, asked.now - 3600000) then
      redis.call('HDEL', key, id)
    else
      -- A clock that ran ahead has written it.
      if time > asked.now + 60000 then redis.call('HSET', key, id, asked.now) end
      if time > hour.since then count, first = count + 1, math.min(first, time) end
      if place == 1 and asked.tags[1] then
        local tag = string.match(id, '[^:]*$')
        had[tag] = had[tag] + 1
      end
    end
  end
  isOpen = isOpen and facts == hour.facts and count < hour.limit
  contents[place] = { facts, count, first }
end
if not isOpen then return contents end

local tags = asked.tags
local function fewest(except)
  local found
  for place, tag in ipairs(tags) do
    if place ~= except and (found == nil or had[tag] < had[tags[found]]) then found = place end
  end
  return found
end
local time = redis.call('TIME')
local milliseconds = time[1] * 1000 + math.floor(time[2] / 1000)
local function wait(place)
  redis.call('HSET', waiting, asked.node, had[tags[place]] .. ' ' .. milliseconds + 1000)
end

local chosen = fewest(0)
if chosen ~= nil then
  local others = redis.call('HGETALL', waiting)
  for at = 1, #others, 2 do
    local fewer, ends = string.match(others[at + 1], '^(%d+) (%d+)$')
    -- An entry of another program, or of a clock ahead, would block all callers.
    if ends == nil or tonumber(ends) < milliseconds or tonumber(ends) > milliseconds + 60000 then
      redis.call('HDEL', waiting, others[at])
    elseif others[at] ~= asked.node and tonumber(fewer) < had[tags[chosen]] then
      wait(chosen)
      return 0
    end
  end
  had[tags[chosen]] = had[tags[chosen]] + 1
  local next = fewest(chosen)
  if next ~= nil then wait(next) else redis.call('HDEL', waiting, asked.node) end
end
local id = asked.id .. ':' .. (tags[chosen] or '')
for place = 1, #KEYS - 1 do redis.call('HSET', KEYS[place], id, asked.now) end
return chosen or 1
`;

/** Sets a field of a hash where it is as it was read. Arguments: the field, the known value, the new one. */
export const swapScript = `
if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1
`;
