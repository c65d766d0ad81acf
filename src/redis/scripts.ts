/**
 * The scripts of the request book. Keys come in pairs, one pair for each hour: the times of its requests by their ids, and
 * its facts. `takeScript` has one more key at the end.
 * Each script is one atomic step.
 */

/** The facts and requests of every hour. Requests of a clock that ran ahead count from now; endless times are removed. */
const contents = `
local function contents()
  local found = {}
  for place = 1, #KEYS - 1, 2 do
    for _, endless in ipairs({'-inf', '+inf'}) do
      redis.call('ZREMRANGEBYSCORE', KEYS[place], endless, endless)
    end
    table.insert(found, redis.call('GET', KEYS[place + 1]) or '')
    table.insert(found, redis.call('ZRANGE', KEYS[place], 0, -1, 'WITHSCORES'))
  end
  return found
end
local function correct(now)
  local isChanged = false
  for place = 1, #KEYS - 1, 2 do
    for _, late in ipairs(redis.call('ZRANGE', KEYS[place], now + 60000, '(+inf', 'BYSCORE')) do
      redis.call('ZADD', KEYS[place], now, late)
      isChanged = true
    end
  end
  return isChanged
end
`;

/**
 * Returns the contents; nothing where each hour is as the node knows it.
 * Arguments: the time; then of each hour its facts, the number of its requests, and the latest id.
 */
export const readScript = `${contents}
if correct(tonumber(ARGV[1])) then return contents() end
for place = 1, #KEYS, 2 do
  local at = 2 + (place - 1) / 2 * 3
  local latest = redis.call('ZRANGE', KEYS[place], -1, -1)[1] or ''
  local isKnown = (redis.call('GET', KEYS[place + 1]) or '') == ARGV[at]
    and redis.call('ZCARD', KEYS[place]) == tonumber(ARGV[at + 1]) and latest == ARGV[at + 2]
  if not isKnown then return contents() end
end
return {}
`;

/**
 * Records one request in every hour, for the caller with the fewest requests in the last hour, and returns the place of
 * this caller, from 1. Returns 0 if a caller who waits on another node has had fewer. Returns the contents if the facts of
 * an hour differ from those that the node knows, or if the limit of an hour is reached.
 * The last key is a hash: for each node, the fewest requests of any caller who waits there, and the time at which this
 * entry expires, so that a node that has died does not stop the others for more than a second.
 * Arguments: the id; the time; the time before which requests are deleted; the time since which the requests of callers
 * count; then for each hour its facts, the beginning of its window, and its limit; then the tags of the callers who wait,
 * or none for a request without a caller. The tag of the caller is appended to the id.
 */
export const takeScript = `${contents}
local id, now, oldest, since = ARGV[1], tonumber(ARGV[2]), ARGV[3], ARGV[4]
local waiting = KEYS[#KEYS]
local first = 5 + (#KEYS - 1) / 2 * 3
correct(now)
for place = 1, #KEYS - 1, 2 do
  local at = 5 + (place - 1) / 2 * 3
  if (redis.call('GET', KEYS[place + 1]) or '') ~= ARGV[at] then return contents() end
  local sent = redis.call('ZCOUNT', KEYS[place], '(' .. ARGV[at + 1], '+inf')
  if sent >= tonumber(ARGV[at + 2]) then return contents() end
end

local had = setmetatable({}, { __index = function() return 0 end })
local function count()
  for _, one in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '(' .. since, '+inf')) do
    local caller = string.match(one, '[^:]*$')
    had[caller] = had[caller] + 1
  end
end
local function fewest(except)
  local found
  for at = first, #ARGV do
    if at ~= except and (found == nil or had[ARGV[at]] < had[ARGV[found]]) then found = at end
  end
  return found
end
local node = string.match(id, '^[^:]*')
local time = redis.call('TIME')
local milliseconds = time[1] * 1000 + math.floor(time[2] / 1000)
local function wait(at)
  redis.call('HSET', waiting, node, had[ARGV[at]] .. ' ' .. milliseconds + 1000)
end

local chosen, caller = first, ''
if #ARGV >= first then
  local others = redis.call('HGETALL', waiting)
  if #others > 0 or #ARGV > first then count() end
  chosen = fewest(0)
  caller = ARGV[chosen]
  for place = 1, #others, 2 do
    local fewer, ends = string.match(others[place + 1], '(%d+) (%d+)')
    if tonumber(ends) < milliseconds then
      redis.call('HDEL', waiting, others[place])
    elseif others[place] ~= node and tonumber(fewer) < had[caller] then
      wait(chosen)
      return 0
    end
  end
  had[caller] = had[caller] + 1
  local next = fewest(chosen)
  if next ~= nil then wait(next) else redis.call('HDEL', waiting, node) end
end
for place = 1, #KEYS - 1, 2 do
  redis.call('ZADD', KEYS[place], now, id .. ':' .. caller)
  redis.call('ZREMRANGEBYSCORE', KEYS[place], '-inf', oldest)
end
return chosen - first + 1
`;

/**
 * Adds requests, and changes the facts of the hour where they are as the node knows them. Returns the contents.
 * Arguments: the known facts, the new ones, and the ids and times of requests.
 */
export const changeScript = `${contents}
if (redis.call('GET', KEYS[2]) or '') == ARGV[1] then redis.call('SET', KEYS[2], ARGV[2]) end
for at = 3, #ARGV, 2 do redis.call('ZADD', KEYS[1], 'NX', ARGV[at + 1], ARGV[at]) end
return contents()
`;

/** Forgets the requests of the hour, and sets its facts. Arguments: the facts. */
export const clearScript = `
redis.call('DEL', KEYS[1])
redis.call('SET', KEYS[2], ARGV[1])
return {}
`;
