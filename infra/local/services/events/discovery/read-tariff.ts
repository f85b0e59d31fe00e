import type {
  RELEVANCE_SCORES,
  TARIFF_MEASURES,
} from '../../../../../shared/domain/services/event-values.ts';
import { isoOf } from '../../../../../shared/domain/time/instant.ts';
import { countriesIn, type Country } from '../../kit/names/name-kind.ts';
import { percentIn } from '../../kit/amounts.ts';
import { companyByForm } from '../../kit/names/company-name.ts';
import { dayIn, type DiscoveryRule, firstIn, known, reasonIn, type Report, summaryFrom } from './report.ts';
import { goodsIn, productSectionsIn, sectorsIn } from './goods.ts';

const MEASURE = String.raw`(?:tariffs?|(?:import|customs|anti-?dumping|countervailing)\s(?:dut(?:y|ies)|tax(?:es)?|levy|levies)|(?:import|export)\s(?:bans?|quotas?|curbs?|restrictions?)|bans? on (?:\S+\s){0,3}?(?:imports?|exports?)|(?:imports?|exports?)\sof)`;
const ACTING = String.raw`(?:impos(?:es?|ed|ing)|slap(?:s|ped)?|announc(?:es?|ed|ing)|rais(?:es?|ed|ing)|hik(?:es?|ed|ing)|increas(?:es?|ed|ing)|doubl(?:es?|ed|ing)|lift(?:s|ed|ing)?|cut(?:s|ting)?|lower(?:s|ed|ing)?|reduc(?:es?|ed|ing)|remov(?:es?|ed|ing)|scrap(?:s|ped)?|threaten(?:s|ed)?|plans?|postpones?d?|delay(?:s|ed)?|retaliat(?:es?|ed|ing)(?! as)|introduc(?:es?|ed|ing)|suspend(?:s|ed)?|extend(?:s|ed)?|strikes? back|levies|levied|set(?:s)?|adopt(?:s|ed)?|place[sd]?)`;
/** A country that closes its border to goods: `bans palm oil exports`. */
const BANNING =
  /^(?<before>.*?)\b(?<!\b(?:an?|the|of|complete|full|total|blanket|export|import|surprise|indonesian) )(?:bans?|banned|banning|restricts?|halts?|suspends?|curbs?)\b(?<middle>\s(?:\S+\s){0,4}?)(?:imports?|exports?)\b(?<after>.*)$/i;
/** No measure: it is only asked for, feared, or argued about. */
const NOT_SO =
  /\b(?:mulls?|mulling|weigh(?:s|ing)?|consider(?:s|ing)?|could|may|might|should|urg(?:es?|ed)|call(?:s|ed)? (?:for|on)|den(?:y|ies|ied)|no plans?|fears?|if|would|propos\w+|telecom tariffs?|electricity tariffs?|power tariffs?|tariff plans?|prepaid|recharge)\b/i;
const IMPOSING = new RegExp(
  String.raw`^(?<before>.*?)\b${ACTING}\b(?<middle>.{0,100}?)\b${MEASURE}\b(?<after>.*)$`,
  'i',
);
const TELLING = new RegExp(
  String.raw`\b${MEASURE}\b|\b(?:ban|bans|banned|banning|restricts?|curbs?)\s(?:\S+\s){0,4}?(?:imports?|exports?)\b`,
  'i',
);

/** A company that the measure hits follows the verb, or says what it expects. */
const HIT = [
  new RegExp(String.raw`\b${MEASURE}\b.{0,60}?\b(?:hits?|hurts?|costs?|cost|squeezes?)\s(?<after>.+)`, 'i'),
  new RegExp(
    String.raw`\b${MEASURE}\b(?<before>.+?)\s(?:expects?|warns?|warned|braces?|faces?|says?|said)\b`,
    'i',
  ),
  new RegExp(
    String.raw`^(?<before>.+?)\s(?:to raise prices|warns?|braces?|expects?)\b.{0,60}?\b${MEASURE}\b`,
    'i',
  ),
];

/** Behind these words is what the measure does, no longer whom it is against. */
const TARGETS_END =
  /[;:]|\s(?:as|amid|after|rattl\w+|hits?|hurts?|sends?|spark\w*|to (?=\p{Ll})|starting|effective|which|that|while|with|said|says)\b/u;

/** So near in front of the verb, in characters, is who does it. */
const NEAR = 60;

/** What was done, by the words that tell of it; the first that fits. */
const KINDS: readonly (readonly [(typeof TARIFF_MEASURES)[number], RegExp])[] = [
  ['retaliatory tariff', /\b(?:retaliat\w*|strikes? back|in response to|counter-?measures?)\b/i],
  [
    'tariff reduction',
    /\b(?:lift(?:s|ed|ing)?|cut(?:s|ting)?|lower\w*|reduc\w+|remov\w+|scrap\w*|suspend\w*|exempt\w*)\b/i,
  ],
  ['tariff increase', /\b(?:rais(?:es?|ed|ing)|hik(?:es?|ed|ing)|increas\w+|doubl\w+|higher)\b/i],
  ['import ban', /\bimport bans?\b|\bbans? (?:on )?(?:\S+\s){0,4}?imports?\b/i],
  ['quota', /\bquotas?\b/i],
  ['other trade restriction', /\b(?:exports?|curbs?|restrictions?|postpon\w+|delay\w*)\b/i],
];

/** Tariffs and other measures of trade that a country takes. */
export const tariffRule: DiscoveryRule = {
  type: 'tariffs_v2',
  trigger: TELLING,
  read(report) {
    const measure = firstIn(report.sentences, measureIn);
    const group = report.sentences.filter((sentence) => TELLING.test(sentence));
    const company = firstIn(group, (sentence) => companyByForm(sentence, HIT));
    const rate = firstIn(group, percentIn)?.value;
    if (!measure && (company === undefined || rate === undefined)) return undefined;
    const { imposing, targeted = [] } = measure?.value ?? {};
    const text = group.join(' ');
    const goods = goodsIn(text);
    const source = measure?.sentence ?? company?.sentence ?? report.title;
    const at = dayIn(source.replace(/\b(?:effective|from|until|starting|by)\b.*/i, ''), report.publishedAt);
    return {
      company: company?.value ?? null,
      subject: [imposing?.code, company?.value, ...aboutWhat(goods, targeted)].join(' '),
      figure: rate,
      eventAt: at,
      describe: () =>
        known({
          imposing_country_name: imposing?.name,
          imposing_country_code: imposing?.code,
          targeted_country_names: targeted.map(({ name }) => name),
          targeted_country_codes: targeted.map(({ code }) => code),
          measure_type: KINDS.find(([, form]) => form.test(source))?.[0] ?? 'new tariff',
          ...ratesIn(text),
          affected_industries: sectorsIn(text),
          affected_products: goods,
          hs_product_categories: productSectionsIn(text),
          summary: summaryFrom(report, TELLING),
          announcement_date: isoOf(at ?? report.publishedAt).slice(0, 10),
          implementation_date: startIn(text, report),
          estimated_trade_value: /(?:US\$|[$€£])\s?[\d.,]+\s?(?:million|billion|trillion|bn)\b/i.exec(
            text,
          )?.[0],
          trigger_event: reasonIn(text),
          relevance_score: relevanceOf({ targeted, goods }),
        }),
    };
  },
};

/** What distinguishes the measures of one country: the first good, or the targets where no good is named. */
function aboutWhat(goods: readonly string[], targeted: readonly Country[]): string[] {
  return goods.length > 0 ? goods.slice(0, 1) : targeted.map(({ code }) => code);
}

interface Measure {
  imposing: Country;
  targeted: Country[];
}

/** Who is named before the measure imposes it; who is named after it is its target. */
function measureIn(sentence: string): Measure | undefined {
  if (NOT_SO.test(sentence)) return undefined;
  const parts = (IMPOSING.exec(sentence) ?? BANNING.exec(sentence))?.groups;
  const imposing = countriesIn(parts?.['before']?.slice(-NEAR) ?? '').at(-1);
  if (!parts || !imposing) return undefined;
  const [target = ''] = (parts['after'] ?? '').split(TARGETS_END);
  const named = countriesIn(`${parts['middle']} ${target}`);
  return { imposing, targeted: named.filter(({ code }) => code !== imposing.code).slice(0, 10) };
}

/** `raises tariffs on steel to 25% from 10%`. */
function ratesIn(text: string): Record<string, unknown> {
  const main = percentIn(text);
  if (main === undefined) return {};
  const previous = /\bfrom\s(\d+(?:\.\d+)?\s?(?:%|percent|per cent))/i.exec(text)?.[1];
  const all = [...text.matchAll(/\b\d+(?:\.\d+)?\s?(?:%|percent|per cent)/gi)].map(([rate]) => rate);
  const raised = /\bto\s(\d+(?:\.\d+)?)\s?(?:%|percent|per cent)/i.exec(text)?.[1];
  return known({
    main_tariff_rate: previous !== undefined && raised !== undefined ? Number(raised) : main,
    previous_tariff_rate: previous,
    tariff_rates: [...new Set(all)],
  });
}

/** The day behind `effective`, `take effect on` or `starting`. */
function startIn(text: string, { publishedAt }: Report): string | undefined {
  const clause =
    /\b(?:effective|tak(?:e|es|ing) effect|starting|com(?:e|es|ing) into force|begin(?:s|ning)?)\s(?:\w+\s)?(.{3,40})/i.exec(
      text,
    )?.[1];
  const day = clause === undefined ? undefined : dayIn(clause, publishedAt);
  return day === undefined ? undefined : isoOf(day).slice(0, 10);
}

function relevanceOf({
  targeted,
  goods,
}: {
  targeted: Country[];
  goods: string[];
}): (typeof RELEVANCE_SCORES)[number] {
  if (targeted.length > 0 && goods.length > 0) return 'High';
  return targeted.length > 0 || goods.length > 0 ? 'Medium' : 'Low';
}
