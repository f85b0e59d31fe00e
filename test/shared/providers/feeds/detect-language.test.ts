import { expect, it } from 'vitest';
import { settleLanguage } from '../../../../shared/domain/feeds/take-answer.ts';
import { openLanguageDetector } from '../../../../shared/providers/feeds/detect-language.ts';

/** Headlines with a first sentence, as feeds show them. */
const TEXTS: readonly (readonly [string, string, string])[] = [
  [
    'en',
    'Acme opens a plant near Leipzig',
    'The company wants to hire 300 people before the end of the year.',
  ],
  [
    'de',
    'Acme eröffnet ein Werk bei Leipzig',
    'Das Unternehmen will bis Jahresende 300 Menschen einstellen.',
  ],
  [
    'fr',
    'Acme ouvre une usine près de Leipzig',
    "L'entreprise veut embaucher 300 personnes avant la fin de l'année.",
  ],
  ['ru', 'Acme открывает завод под Лейпцигом', 'Компания хочет нанять 300 человек до конца года.'],
  ['ar', 'أكمي تفتتح مصنعا قرب لايبزيغ', 'تريد الشركة توظيف 300 شخص قبل نهاية العام.'],
  ['ja', 'アクメ、ライプチヒ近郊に工場を開設', '同社は年末までに300人を採用したい考えだ。'],
  ['zh', 'Acme 在莱比锡附近开设工厂', '该公司希望在年底前招聘三百名员工，并扩大在欧洲的生产能力。'],
];

it.each(TEXTS)(
  'knows %s where the feed says nothing, and where it says another language',
  async (code, title, snippet) => {
    const detector = await openLanguageDetector();
    expect(settleLanguage({ title, snippet }, detector)).toBe(code);
    const other = code === 'en' ? 'fr' : 'en';
    const long = { title, snippet: `${snippet} ${snippet} ${snippet}` };
    expect(settleLanguage({ language: other, ...long }, detector)).toBe(code);
    expect(settleLanguage({ language: code, ...long }, detector)).toBe(code);
  },
);
