import { expect, it } from 'vitest';
import { settleLanguage } from '../../../../shared/domain/feeds/take-answer.ts';

const detector = (scores: Record<string, number>) => ({
  languages: ['de', 'en', 'fr', 'no', 'zh'],
  detect: () => scores,
});
const LONG = {
  title: 'Acme baut ein neues Werk in Leipzig und sucht Leute',
  snippet: 'Die Produktion soll im Herbst beginnen, wie das Unternehmen mitteilte.',
};

it.each([
  ['none is stated, and the text shows one', undefined, LONG, { de: 0.8, en: 0.2 }, 'de'],
  ['none is stated, and the detector is not sure', undefined, LONG, {}, undefined],
  [
    'none is stated, and the text is too short',
    undefined,
    { title: 'Acme!', snippet: '' },
    { de: 0.8 },
    undefined,
  ],
  ['the text shows what is stated', 'de', LONG, { de: 0.8, en: 0.2 }, 'de'],
  ['what is stated is plainly wrong', 'en', LONG, { de: 0.8, en: 0.2 }, 'de'],
  ['what is stated does not fit at all', 'zh', LONG, { de: 0.8 }, 'de'],
  ['what is stated fits nearly as well', 'en', LONG, { de: 0.5, en: 0.4 }, 'en'],
  ['what is stated is another code of the same', 'nb', LONG, { no: 0.8, de: 0.1 }, 'nb'],
  ['the detector does not know what is stated', 'cy', LONG, { de: 0.8 }, 'cy'],
  [
    'a short title speaks against what is stated',
    'en',
    { title: 'Neues Werk in Leipzig', snippet: '' },
    { de: 0.9 },
    'en',
  ],
] as const)('the language of an item where %s', (_case, language, text, scores, settled) => {
  expect(settleLanguage({ language, ...text }, detector({ ...scores }))).toBe(settled);
});
