/** Keeps what `oidc-provider` issues, of one server, for as long as that runs. It checks itself when each ends. */
import type { Adapter, AdapterFactory, AdapterPayload } from "oidc-provider";

export function memoryAdapter(): AdapterFactory {
  const kept = new Map<string, AdapterPayload>();
  const first = (matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined =>
    [...kept.values()].find(matches);

  return (model): Adapter => {
    const keyOf = (id: string): string => `${model}:${id}`;
    return {
      async upsert(id, payload) {
        kept.set(keyOf(id), payload);
      },
      find: async (id) => kept.get(keyOf(id)),
      findByUid: async (uid) => first((payload) => payload.uid === uid),
      findByUserCode: async (code) => first((payload) => payload.userCode === code),
      async consume(id) {
        Object.assign(kept.get(keyOf(id)) ?? {}, { consumed: Math.floor(Date.now() / 1000) });
      },
      async destroy(id) {
        kept.delete(keyOf(id));
      },
      async revokeByGrantId(grantId) {
        for (const [key, payload] of kept) {
          if (payload.grantId === grantId) kept.delete(key);
        }
      },
    };
  };
}
