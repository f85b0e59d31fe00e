import { describe, expect, it } from 'vitest';
import { readFeedList } from '../../../infra/watches-file/read-feed-list.ts';

const OPML = `<?xml version="1.0"?><opml version="2.0"><head><title>Mine</title></head><body>
<outline text="News"><outline type="rss" text="A" xmlUrl="https://a.example/rss"/>
<outline text="Deeper"><outline type="rss" text="B" xmlUrl=" http://b.example/atom "/></outline></outline>
<outline type="rss" text="A again" xmlUrl="https://a.example/rss"/><outline text="only a folder"/></body></opml>`;

describe('a file of feeds', () => {
  it('is OPML with folders, each feed once', () => {
    expect(readFeedList(OPML, 'a.opml')).toEqual({
      urls: ['https://a.example/rss', 'http://b.example/atom'],
    });
  });

  it('is OPML in any letter case, with references in its addresses', () => {
    const text =
      '\ufeff<OPML><Body><Outline XMLURL="https://a.example/rss?a=1&amp;b=2" text="A &quot;B&quot;"/></Body></OPML>';
    expect(readFeedList(text, 'a.opml')).toEqual({ urls: ['https://a.example/rss?a=1&b=2'] });
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
    expect(readFeedList(text, 'a.txt')).toEqual({
      urls: ['https://a.example/rss', 'https://b.example/atom#x'],
    });
  });

  it.each([
    ['', 'The file a.txt has no feeds'],
    ['# nothing', 'The file a.txt has no feeds'],
    ['a.example', 'The file a.txt has "a.example", which is not the address of a feed'],
    ['https://jo:secret@a.example/rss', 'which is not the address of a feed'],
    ['file:///etc/passwd', 'which is not the address of a feed'],
    ['<html><body>x</body></html>', 'The file a.txt is not an OPML file'],
    ['<opml><body/></opml>', 'The file a.txt is not an OPML file'],
  ])('%j is none', (text, what) => {
    expect(readFeedList(text, 'a.txt')).toMatchObject({ fault: { what: expect.stringContaining(what) } });
  });
});
