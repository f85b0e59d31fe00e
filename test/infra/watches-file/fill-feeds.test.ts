import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';

const FILE = (
  feeds: string,
  watch = '{ kind: feeds, query: { q: Acme, feeds: [mine] } }',
) => `operators: { email: [a@a.example] }
channels: { press: { email: [p@a.example] } }
defaults: { channel: press }
feeds:
  mine: ${feeds}
watches:
  w: ${watch}
`;
const beside: Record<string, string> = {
  'a.txt': 'https://a.example/rss\nhttps://b.example/rss',
  'bad.txt': 'nonsense',
};

function compiled(text: string) {
  return compileWatches(text, { file: 'w.yaml', now: 0, readBeside: (name) => beside[name] });
}
/** `line: what (hint)` of each problem. */
function said(text: string): string[] {
  const read = compiled(text);
  return read.ok
    ? []
    : read.problems.map(({ line, path, what, hint = '' }) => `${line} ${path}: ${what} (${hint})`);
}

describe('lists of feeds', () => {
  it('hold their own addresses and those of a file, each once', () => {
    const read = compiled(FILE('{ urls: [https://b.example/rss, https://c.example], file: a.txt }'));
    expect(read.ok && read.desired.feeds).toEqual([
      { name: 'mine', urls: ['https://b.example/rss', 'https://c.example', 'https://a.example/rss'] },
    ]);
    expect(read.ok && read.desired.watches[0]).toMatchObject({
      kind: 'feeds',
      query: { q: 'Acme', feeds: ['mine'] },
    });
  });

  it('are the same watch as one name and as a list, and whatever addresses they hold', () => {
    const versions = [
      FILE('{ file: a.txt }'),
      FILE('{ urls: [https://c.example] }', '{ kind: feeds, query: { q: Acme, feeds: mine } }'),
    ].map((text) => {
      const read = compiled(text);
      return read.ok && read.desired.watches[0]?.version;
    });
    expect(versions[0]).toBe(versions[1]);
    expect(versions[0]).toBeTruthy();
  });

  it.each([
    [FILE('{}'), '5 feeds.mine: The list has no feeds'],
    [FILE('{ file: none.opml }'), '5 feeds.mine.file: The file none.opml cannot be read'],
    [FILE('{ file: bad.txt }'), '5 feeds.mine.file: The file bad.txt has "nonsense"'],
    [FILE('{ urls: [a.example] }'), '5 feeds.mine.urls[0]: Invalid address "a.example"'],
    [FILE('{ urls: [https://a.example], name: x }'), '5 feeds.mine.name: Unknown key "name"'],
    [
      FILE('{ file: a.txt }', '{ kind: feeds, query: { q: Acme, feeds: [mien] } }'),
      '7 watches.w.query.feeds: There is no list of feeds "mien"',
    ],
    [
      FILE('{ file: a.txt }', '{ kind: feeds, query: { q: Acme } }'),
      '7 watches.w.query.feeds: The key "feeds" is missing',
    ],
    [
      FILE('{ file: a.txt }', '{ kind: feeds, query: { feeds: mine } }'),
      '7 watches.w.query.q: The key "q" is missing',
    ],
    [
      FILE('{ file: a.txt }', "{ kind: feeds, query: { q: 'Acme OR', feeds: mine } }"),
      '7 watches.w.query.q: ',
    ],
    [FILE('{ file: a.txt }', '{ kind: feeds, query: { q: Acme, feeds: mine, countries: US } }'), 'countries'],
  ])('are checked: %#', (text, what) => {
    expect(said(text)).toEqual([expect.stringContaining(what)]);
  });

  it('may be 500 feeds in all', () => {
    const urls = Array.from({ length: 501 }, (_, n) => `https://a.example/${n}`).join(', ');
    expect(said(FILE(`{ urls: [${urls}] }`))).toEqual([expect.stringContaining('The list is too long')]);
  });
});
