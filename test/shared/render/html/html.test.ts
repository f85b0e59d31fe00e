import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../../../shared/render/html/html.ts';

describe('markup', () => {
  it('escapes every value, in text and in attributes', () => {
    const hostile = `<img src=x onerror='alert("1")'>&\``;
    expect(html`<a title="${hostile}">${hostile}</a>`.toString()).toBe(
      '<a title="&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;&amp;&#96;">&lt;img src=x onerror=&#39;alert(&quot;1&quot;)&#39;&gt;&amp;&#96;</a>',
    );
  });

  it('takes markup as it is, joins lists, and shows nothing for what is not there', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}${undefined}${false}${0}</ul>`.toString()).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li>0</ul>',
    );
  });

  it('refuses a value in an attribute without quotes', () => {
    expect(() => html`<a title=${'x onclick=y'}>`).toThrow(/needs quotes/);
    expect(() => html`<a class="a" title= ${'x'}>`).toThrow(/needs quotes/);
    expect(html`<a href="/x?day=${'2026-11-20'}">a=${1}</a>`.toString()).toBe(
      '<a href="/x?day=2026-11-20">a=1</a>',
    );
  });

  it('lets no control character through, and no mark that turns the writing direction', () => {
    expect(html`${'a\u0000b\u202Ec\u2066d\u200Fe\u009Bf\ud800'}`.toString()).toBe('abcdef\ufffd');
    expect(html`${'👩‍👩‍👧 क्‍ष'}`.toString()).toBe('👩‍👩‍👧 क्‍ष');
  });

  it('property: whatever the text, no mark of markup is left in it', () => {
    const nasty = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({
        unit: fc.constantFrom('<', '>', '"', "'", '`', '&', 'script', '\u0000', '\u202e', '/', ' '),
      }),
    );
    fc.assert(
      fc.property(nasty, (text) => {
        const made = html`<i a="${text}">${text}</i>`.toString();
        const inner = made.slice('<i a="'.length, -'</i>'.length);
        expect(inner.split('">').length).toBe(2);
        expect(inner.replace('">', '')).not.toMatch(/[<>"'`]|&(?!(amp|lt|gt|quot|#39|#96);)/);
      }),
      { numRuns: 300 },
    );
  });
});
