import type {
  Address,
  SubscriptionRecord,
  SubscriptionRecords,
} from '../../../shared/use-cases/ports/subscriptions.ts';
import { copyOf } from '../copy-of.ts';

/** Records of the subscriptions that we made. */
export function memorySubscriptionRecords(): SubscriptionRecords {
  const records = new Map<string, SubscriptionRecord>();
  const keyOf = ({ protocol, endpoint }: Address) => `${protocol}#${endpoint}`;
  return {
    all: async () =>
      copyOf([...records].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, record]) => record)),
    put: async (record) => void records.set(keyOf(record), copyOf(record)),
    remove: async (address) => void records.delete(keyOf(address)),
  };
}
