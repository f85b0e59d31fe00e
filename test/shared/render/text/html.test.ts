import { decodeHTML } from 'entities/decode';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html, trustedMarkup } from '../../../../shared/render/text/html.ts';
import { anyCharacter } from '../../../any-character.ts';

const HARMFUL = /[^\P{Cc}\n\t]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

describe('an HTML template', () => {
  it('keeps markup unchanged, joins lists, and adds nothing for undefined and false', () => {
    const items = ['a', '<b>'].map((text) => html`<li>${text}</li>`);
    expect(html`<ul>${items}${undefined}${false}${0}</ul>${trustedMarkup('<br>')}`.toString()).toBe(
      '<ul><li>a</li><li>&lt;b&gt;</li>0</ul><br>',
    );
  });

  it('refuses a value in an attribute without quotes', () => {
    expect(() => html`<a title=${'x onclick=y'}>`).toThrow(/quotes around/);
    expect(() => html`<a class="a" title= ${'x'}>`).toThrow(/quotes around/);
    expect(html`<a href="/x?day=${'2026-11-20'}">a=${1}</a>`.toString()).toBe(
      '<a href="/x?day=2026-11-20">a=1</a>',
    );
  });

  it('property: whatever the text, it adds no markup, and a browser reads the same text back', () => {
    const nasty = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.string({
        unit: fc.constantFrom(
          '<',
          '>',
          '"',
          "'",
          '`',
          '&',
          '&lt;',
          '&#60;',
          'script',
          '\u0000',
          '\u202e',
          '\u00a0',
          '/',
          ' ',
          '=',
        ),
      }),
    );
    fc.assert(
      fc.property(nasty, (text) => {
        const made = html`<i a="${text}">${text}</i>`.toString();
        const [attribute = '', content = '', ...rest] = made
          .slice('<i a="'.length, -'</i>'.length)
          .split('">');
        expect(rest).toEqual([]);
        expect(attribute + content).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|apos);)/);
        const expected = text.replace(HARMFUL, '').toWellFormed();
        expect([decodeHTML(attribute), decodeHTML(content)]).toEqual([expected, expected]);
      }),
      { numRuns: 500 },
    );
  });
});
