import { describe, expect, it } from 'vitest';
import { compileWatches } from '../../../infra/watches-file/compile-watches.ts';
import { readFeedList } from '../../../infra/watches-file/read-feed-list.ts';

const OPML = `<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
<outline text="News"><outline type="rss" text="A" xmlUrl="https://a.example/rss"/>
<outline text="Deeper"><outline type="rss" text="B" xmlUrl=" http://b.example/atom "/></outline></outline>
<outline type="rss" text="A again" xmlUrl="https://a.example/rss"/><outline text="only a folder"/></body></opml>`;

describe('a file of feeds', () => {
  it('is OPML with folders, each feed once', () => {
    expect(readFeedList(OPML, 'a.opml')).toEqual({
      urls: ['https://a.example/rss', 'http://b.example/atom'],
      skipped: undefined,
    });
  });

  it.each([
    ['elements in elements', `<opml><body>${'<outline>'.repeat(100_000)}</body></opml>`],
    ['a name that programs reserve', '<opml><__proto__/><body><outline/></body></opml>'],
  ])('with %s is not an OPML file', (_, text) => {
    expect(readFeedList(text, 'a.opml')).toMatchObject({
      fault: { what: 'The file a.opml is not an OPML file' },
    });
  });

  it('is a text with an address on each line, and comments', () => {
    const text = '\ufeff# mine\r\nhttps://a.example/rss\r\n\r\nhttps://b.example/atom#x # the b\n';
    expect(readFeedList(text, 'a.txt')).toMatchObject({
      urls: ['https://a.example/rss', 'https://b.example/atom#x'],
    });
  });

  it('may have tags behind its addresses, and the schemes that readers write', () => {
    const text = 'feed://a.example/rss news "~The A"\nfeed:https://b.example/rss';
    expect(readFeedList(text, 'urls')).toEqual({
      urls: ['http://a.example/rss', 'https://b.example/rss'],
      skipped: undefined,
    });
  });

  it('is read without the entries that are no addresses, which are named', () => {
    const outline = (text: string, address: string) => `<outline text="${text}" xmlUrl="${address}"/>`;
    const entries = [
      outline('Empty one', ''),
      outline('Mail', 'a@b.example'),
      outline('A', 'https://a.example/rss'),
    ];
    const read = readFeedList(`<opml><body>${entries.join('')}</body></opml>`, 'a.opml');
    expect(read).toMatchObject({
      urls: ['https://a.example/rss'],
      skipped: {
        what: 'The file a.opml has "Empty one", "a@b.example", which are not addresses of feeds: left out',
      },
    });
    expect(readFeedList('https://a.example/rss\n"query:All:unread"', 'urls')).toMatchObject({
      urls: ['https://a.example/rss'],
      skipped: { what: expect.stringContaining('query:All:unread') },
    });
  });

  it.each([
    ['', 'The file a.txt has no feeds'],
    ['a.example', 'The file a.txt has "a.example", and no address of a feed'],
    ['https://jo:secret@a.example/rss', 'and no address of a feed'],
    ['<opml><body/></opml>', 'The file a.txt is not an OPML file'],
  ])('%j is none', (text, what) => {
    expect(readFeedList(text, 'a.txt')).toMatchObject({ fault: { what: expect.stringContaining(what) } });
  });
});

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
