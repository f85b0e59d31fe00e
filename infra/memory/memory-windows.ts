import type { WindowRecord } from '../../shared/domain/runs/window-record.ts';
import { contains } from '../../shared/domain/time/window.ts';
import type { Windows } from '../../shared/use-cases/ports/windows.ts';
import { byKey } from './by-key.ts';
import { copyOf } from './copy-of.ts';

/** Records of windows in memory. */
export function memoryWindows() {
  const windows = new Map<string, WindowRecord>();
  const port: Windows = {
    put: async (record) => void windows.set(`${record.watchId}/${record.from}`, copyOf(record)),
    of: async (watchId) =>
      byKey(
        [...windows.values()].filter((one) => one.watchId === watchId),
        ({ from }) => -from,
      ),
    latest: async (watchId, limit) =>
      byKey(
        copyOf([...windows.values()].filter((one) => one.watchId === watchId)),
        ({ from }) => -from,
      ).slice(0, limit),
    covering: async (watchId, at) =>
      byKey(
        copyOf([...windows.values()].filter((one) => one.watchId === watchId && contains(one, at))),
        ({ from }) => -from,
      ),
    between: async (watchId, span) =>
      byKey(
        [...windows.values()].filter((one) => one.watchId === watchId && contains(span, one.from)),
        ({ from }) => from,
      ),
    open: async (before, limit) =>
      byKey(
        [...windows.values()].filter(
          ({ state, retryAt }) => state === 'open' && retryAt !== undefined && retryAt <= before,
        ),
        ({ retryAt = 0 }) => retryAt,
      ).slice(0, limit),
  };
  return { ...port, held: windows };
}
