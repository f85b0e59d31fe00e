import { describe, expect, it } from 'vitest';
import { BadFeed } from '../../../../shared/domain/feeds/feed.ts';
import { parseFeed } from '../../../../shared/providers/feeds/parse-feed.ts';

const NOW = Date.UTC(2026, 10, 23, 12);
const parse = (text: string, url = 'https://a.example/feeds/rss.xml') => parseFeed(text, { url, now: NOW });
const rss = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"><channel><title>A</title>${channel}${items}</channel></rss>`;
const item = (inner: string) => `<item>${inner}</item>`;
const firstOf = (text: string) => parse(text).items[0];

describe('the shapes of feeds', () => {
  it('RSS as blog programs write it: markup in texts, authors by dc, the text in content', () => {
    const text = rss(
      item(
        '<title>Acme &amp; Globex &#8211; a deal</title><link>https://a.example/1?utm_source=rss</link><dc:creator><![CDATA[Jo Doe]]></dc:creator><pubDate>Mon, 23 Nov 2026 10:00:00 +0100</pubDate><guid isPermaLink="false">https://a.example/?p=1</guid><description><![CDATA[<p>First &hellip; <a href="/x">more</a></p>]]></description><content:encoded><![CDATA[<p>Whole text</p>]]></content:encoded>',
      ),
    );
    expect(firstOf(text)).toMatchObject({
      id: 'https://a.example/?p=1',
      link: 'https://a.example/1?utm_source=rss',
      title: 'Acme & Globex – a deal',
      authors: ['Jo Doe'],
      publishedAt: Date.UTC(2026, 10, 23, 9),
    });
    expect(firstOf(text)?.snippet).toMatch(/^First … more/);
  });

  it('Atom: relative links with a base, and the date of publication before that of the update', () => {
    const text = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="de-DE"><title>A</title><entry><title type="html">&lt;b&gt;Acme&lt;/b&gt;</title><link href="../2" xml:base="https://b.example/x/y/"/><id>tag:1</id><published>2026-11-22T08:00:00Z</published><updated>2026-11-23T08:00:00Z</updated><summary>S</summary></entry></feed>`;
    expect(firstOf(text)).toMatchObject({
      title: 'Acme',
      language: 'de',
      publishedAt: Date.UTC(2026, 10, 22, 8),
    });
  });

  it('JSON Feed, RDF, and a sitemap of news', () => {
    const json = JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      items: [
        {
          id: '1',
          url: 'https://a.example/1',
          title: 'T',
          content_text: 'x',
          date_published: '2026-11-23T08:00:00Z',
        },
      ],
    });
    expect(parse(json)).toMatchObject({
      format: 'json',
      items: [{ title: 'T', link: 'https://a.example/1' }],
    });
    const rdf =
      '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel rdf:about="https://a.example"><title>R</title></channel><item rdf:about="https://a.example/1"><title>T</title><link>https://a.example/1</link></item></rdf:RDF>';
    expect(parse(rdf)).toMatchObject({ format: 'rdf', items: [{ title: 'T' }] });
  });

  it('hints of pace, in milliseconds and UTC', () => {
    const hints =
      '<ttl>60</ttl><skipHours><hour>0</hour><hour>23</hour></skipHours><skipDays><day>Sunday</day><day>Monday</day></skipDays>';
    expect(parse(rss('', hints)).hints).toMatchObject({
      ttl: 3_600_000,
      skipHours: [0, 23],
      skipDays: [0, 1],
    });
  });

  it.each([
    ['<skipHours><hour>3</hour></skipHours>', { skipHours: [3] }],
    [
      '<skipDays>\n <day> Saturday </day>\n</skipDays><skipHours><hour>24</hour></skipHours>',
      { skipDays: [6], skipHours: [0] },
    ],
    ['<skipDays></skipDays><skipHours><hour>noon</hour></skipHours>', {}],
  ])('a list of days or hours with a single entry: %s', (hints, expected) => {
    expect(parse(rss(item('<title>T</title>'), hints)).hints).toEqual(expected);
  });
});

describe('sitemaps of news', () => {
  const news = (title: string) => `<news:news><news:title>${title}</news:title></news:news>`;
  const url = (inner: string, address = '1') => `<url><loc>https://a.example/${address}</loc>${inner}</url>`;
  const titles = (text: string) => parse(text).items.map(({ title }) => title);

  it.each(['<urlset></urlset>', '<urlset xmlns="x"/>', '<urlset><!-- none --></urlset>'])(
    '%s is empty',
    (text) => {
      expect(parse(text)).toMatchObject({ format: 'sitemap', items: [] });
    },
  );

  it('may have a bare & in titles and addresses', () => {
    const { items } = parse(`<urlset>${url(news('Quill & Vane &amp; Co'), '?a=1&b=2')}</urlset>`);
    expect(items).toMatchObject([{ title: 'Quill & Vane & Co', link: 'https://a.example/?a=1&b=2' }]);
  });

  it('are read up to where they are cut', () => {
    const whole = `<urlset>${url(news('One'))}`;
    expect(titles(whole)).toEqual(['One']);
    expect(titles(`${whole}<url><loc>https://a.exa`)).toEqual(['One']);
  });

  it('give an entry with several titles once, the others as its text', () => {
    const { items } = parse(`<urlset>${url(news('One') + news('Ein'))}</urlset>`);
    expect(items).toMatchObject([{ title: 'One', snippet: 'Ein' }]);
  });
});

it('reads the newest items of an archive, whatever its order', () => {
  const day = 86_400_000;
  const dated = Array.from({ length: 1_010 }, (_, n) =>
    item(`<title>${n}</title><pubDate>${new Date(NOW - (1_010 - n) * day).toUTCString()}</pubDate>`),
  );
  const { items } = parse(rss(dated.join('')));
  expect([items.length, items[0]?.title, items.at(-1)?.title]).toEqual([1_000, '1009', '10']);
  const undated = Array.from({ length: 1_010 }, (_, n) => item(`<title>${n}</title>`));
  const ends = parse(rss(undated.join(''))).items.map(({ title }) => title);
  expect([ends.length, ends.includes('0'), ends.includes('1009'), ends.includes('505')]).toEqual([
    1_000,
    true,
    true,
    false,
  ]);
});

describe('broken feeds', () => {
  it('keep their whole items when they are cut off', () => {
    const whole = rss(item('<title>1</title>') + item('<title>2</title>'));
    expect(parse(whole.slice(0, whole.indexOf('<title>2'))).items.map(({ title }) => title)).toEqual(['1']);
  });

  it('leave out dates that cannot be true, and links that no browser should open', () => {
    const dated = (date: string) =>
      firstOf(rss(item(`<title>T</title><pubDate>${date}</pubDate>`)))?.publishedAt;
    expect(dated('Thu, 01 Jan 1970 00:00:00 GMT')).toBeUndefined();
    expect(dated('Fri, 01 Jan 2100 00:00:00 GMT')).toBeUndefined();
    expect(dated('nonsense')).toBeUndefined();
    expect(firstOf(rss(item('<title>T</title><link>javascript:alert(1)</link>')))?.link).toBeUndefined();
  });

  it('read no entity that a document declares', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY f SYSTEM "file:///etc/passwd">]>${rss(item('<title>x &b; &f; y</title>')).replace('<?xml version="1.0"?>', '')}`;
    const { title = '' } = firstOf(bomb) ?? {};
    expect(title).not.toMatch(/aaaa|root:/);
  });

  it.each([
    ['', 'The answer is empty.'],
    ['<!doctype html><html><body>Hello</body></html>', 'The answer is a web page, not a feed.'],
    ['just words', 'The answer is neither RSS nor Atom nor JSON Feed.'],
  ])('%j is none', (text, why) => {
    expect(() => parse(text)).toThrow(BadFeed);
    expect(() => parse(text)).toThrow(why);
  });

  const many = 200_000;
  it.each([
    ['a comment without end in sight', `<!--${'x'.repeat(9_000_000)}--><html></html>`],
    ['elements in elements of a feed', rss('<a>'.repeat(many) + '</a>'.repeat(many))],
    ['a name that programs reserve', '<urlset><__proto__>1</__proto__><url><loc>a</loc></url></urlset>'],
  ])('%s stops nothing but its own feed', (_, text) => {
    expect(() => parse(text)).toThrow(BadFeed);
  });
});
