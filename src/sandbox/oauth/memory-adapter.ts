/** Stores what one `oidc-provider` issues, in memory. The provider itself checks expiry. */
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

export function memoryAdapter(): AdapterFactory {
  const stored = new Map<string, AdapterPayload>();
  const first = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
    [...stored.values()].find(matches);

  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, payload) {
        stored.set(keyOf(id), payload);
      },
      find: async (id) => stored.get(keyOf(id)),
      findByUid: async (uid) => first((payload) => payload.uid === uid),
      findByUserCode: async (code) => first((payload) => payload.userCode === code),
      async consume(id) {
        Object.assign(stored.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) });
      },
      async destroy(id) {
        stored.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of stored) {
          if (payload.grantId === grantId) stored.delete(key);
        }
      },
    };
  };
}
