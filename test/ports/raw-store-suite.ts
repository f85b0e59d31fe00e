import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RawStore } from '../../shared/use-cases/ports/ports.ts';

/** A raw store to be held to the suite. */
export interface OpenedRawStore {
  raw: RawStore;
  /** The object of a key. */
  read(key: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** What every raw store promises. */
export function describeRawStore(name: string, open: () => Promise<OpenedRawStore>): void {
  describe(`the raw store: ${name}`, () => {
    let opened: OpenedRawStore;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(async () => {
      await opened.close();
    });

    it('keeps a text as it is, in every script', async () => {
      const body = JSON.stringify({ title: 'Société “Acme” 東京 🚀', line: 'a\r\nb\u2028c' });
      await opened.raw.put('raw/news/acme-news/2026-11-20/article-1.json', body);
      expect(await opened.read('raw/news/acme-news/2026-11-20/article-1.json')).toBe(body);
    });

    it('keeps megabytes', async () => {
      const body = JSON.stringify({ content: 'é'.repeat(2_000_000) });
      await opened.raw.put('raw/large.json', body);
      expect((await opened.read('raw/large.json')) === body).toBe(true);
    });

    it('takes the same key again: the last text is kept', async () => {
      await opened.raw.put('raw/twice.json', '{"n":1}');
      await opened.raw.put('raw/twice.json', '{"n":2}');
      expect(await opened.read('raw/twice.json')).toBe('{"n":2}');
    });
  });
}
