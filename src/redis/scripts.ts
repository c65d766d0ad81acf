/**
 * The scripts of the request book. Keys come in pairs: the times of the requests of an hour by their ids, and its facts.
 * Each script is one atomic step.
 */

/** The facts and the requests of every hour. What a clock that ran ahead has recorded counts from now. */
const contents = `
local function contents()
  local found = {}
  for place = 1, #KEYS, 2 do
    table.insert(found, redis.call('GET', KEYS[place + 1]) or '')
    table.insert(found, redis.call('ZRANGE', KEYS[place], 0, -1, 'WITHSCORES'))
  end
  return found
end
local function correct(now)
  local isChanged = false
  for place = 1, #KEYS, 2 do
    for _, late in ipairs(redis.call('ZRANGE', KEYS[place], now + 60000, '+inf', 'BYSCORE')) do
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
 * Records one request in every hour, and returns nothing; or returns the contents, where the facts of an hour are not as
 * the node knows them or its limit is reached.
 * Arguments: the id, the time, the time before which requests are forgotten; then of each hour its facts, the beginning
 * of its window, and its limit.
 */
export const takeScript = `${contents}
local id, now, oldest = ARGV[1], tonumber(ARGV[2]), ARGV[3]
correct(now)
for place = 1, #KEYS, 2 do
  local at = 4 + (place - 1) / 2 * 3
  if (redis.call('GET', KEYS[place + 1]) or '') ~= ARGV[at] then return contents() end
  local sent = redis.call('ZCOUNT', KEYS[place], '(' .. ARGV[at + 1], '+inf')
  if sent >= tonumber(ARGV[at + 2]) then return contents() end
end
for place = 1, #KEYS, 2 do
  redis.call('ZADD', KEYS[place], now, id)
  redis.call('ZREMRANGEBYSCORE', KEYS[place], '-inf', oldest)
end
return {}
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
