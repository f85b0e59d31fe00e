import type {
  DISRUPTION_TYPES,
  FACILITY_TYPES,
  IMPACT_SEVERITIES,
  TIMEFRAMES,
} from '../../../../../shared/domain/services/event-values.ts';
import { companyByForm, companyKey } from './company-name.ts';
import { goodsIn, productSectionsIn, sectorsIn } from './goods.ts';
import { placesIn } from './place-names.ts';
import { summaryFrom } from './report.ts';
import { dayOf, type DiscoveryRule, firstIn, known, reasonIn } from './rule.ts';

type WordTable<T> = readonly (readonly [T, RegExp])[];

/** Causes by the words that name them; the first that fits names the disruption. */
const TYPES: WordTable<(typeof DISRUPTION_TYPES)[number]> = [
  ['cyberattack', /\b(?:cyber-?\s?attack|ransomware|hack(?:ed|ers)?)\b/i],
  [
    'natural_disaster',
    /\b(?:earthquake|hurricane|typhoon|flood(?:s|ing|ed)?|tornado|wildfires?|storm|drought|tsunami)\b/i,
  ],
  [
    'geopolitical',
    /\b(?:war|sanctions?|blockade|conflict|embargo|invasion|drones?|missiles?|airstrikes?)\b/i,
  ],
  ['labor_dispute', /\b(?:strikes?|striking|walkout|walk out|lockout|union dispute|pickets?)\b/i],
  ['quality_issue', /\b(?:recall(?:s|ed|ing)?|defects?|contaminat\w+|faulty)\b/i],
  ['supply_shortage', /\b(?:shortages?|short supply|scarcity|runs? out of)\b/i],
  [
    'transportation_delay',
    /\b(?:shipping|shipments?|shipping|port|congestion|delays?|delayed|backlog|canal|freight)\b/i,
  ],
  ['regulatory_change', /\b(?:regulator|ban|licen[cs]e|export controls?)\b/i],
  ['production_stoppage', /\b(?:halt|stop|suspend|idle|shut|close|clos)\w*\b/i],
];

const FACILITIES: WordTable<(typeof FACILITY_TYPES)[number]> = [
  ['assembly_factory', /\bassembly (?:plant|factory|line)s?\b/i],
  ['distribution_center', /\bdistribution cent(?:er|re)s?\b/i],
  ['fulfillment_center', /\bfulfil?lment cent(?:er|re)s?\b/i],
  ['data_center', /\bdata cent(?:er|re)s?\b/i],
  ['cold_storage', /\bcold storage\b/i],
  ['container_yard', /\bcontainer (?:yard|terminal)s?\b/i],
  ['rail_terminal', /\brail (?:terminal|yard)s?\b/i],
  ['warehouse', /\bwarehouses?\b/i],
  ['port', /\b(?:ports?|docks?|harbou?r)\b/i],
  ['manufacturing_plant', /\b(?:plants?|factor(?:y|ies)|mills?|refiner(?:y|ies)|smelters?|fabs?)\b/i],
];

const TIMES: WordTable<(typeof TIMEFRAMES)[number]> = [
  ['resolved', /\b(?:resum(?:es|ed)|restart(?:s|ed)|reopen(?:s|ed)|ends? strike|back to normal)\b/i],
  ['months', /\bmonths?\b/i],
  ['weeks', /\bweeks?\b/i],
  ['days', /\b(?:days?|hours?)\b/i],
];

const SEVERITIES: WordTable<(typeof IMPACT_SEVERITIES)[number]> = [
  ['critical', /\b(?:critical|crippl\w+|catastroph\w+|paraly[sz]\w+|nationwide|worldwide)\b/i],
  [
    'severe',
    /\b(?:severe\w*|halt(?:s|ed|ing)?|shut(?:s|ting)? down|major|massive|stop(?:s|ped)? production|thousands|million)\b/i,
  ],
  ['moderate', /\b(?:delay(?:s|ed)?|slow(?:s|ed|ing)?|reduc(?:es|ed)|partial\w*|limited)\b/i],
  ['minimal', /\b(?:minor|minimal|brief\w*|no impact)\b/i],
];

const STOPPING = String.raw`(?:halt(?:s|ed|ing)?|suspend(?:s|ed|ing)?|stop(?:s|ped|ping)?|paus(?:es|ed|ing)|idl(?:es|ed|ing)|shut(?:s|ting)?(?: down)?|clos(?:es|ed|ing))`;
const WORK = String.raw`(?:production|shipments?|deliver(?:y|ies)|manufacturing|assembly|output|operations|plants?|factor(?:y|ies)|exports?|refiner(?:y|ies))`;
const TELLING = new RegExp(
  String.raw`\b(?:${STOPPING}\s(?:\S+\s){0,5}?${WORK}|recall(?:s|ed|ing)?|shortages?|supply[\s-]chain|strikes?|walkout|${WORK}\s(?:\S+\s){0,3}?(?:halt|stopp|suspend|delay|disrupt)\w*|(?:port|plant|factory)\s(?:closure|fire|shutdown|strike))\b`,
  'i',
);
const WHO = [
  new RegExp(String.raw`^(?<before>.+?)\s${STOPPING}\s(?:\S+\s){0,5}?${WORK}\b`, 'i'),
  /^(?<before>.+?)\s(?:recalls|to recall|(?:is )?recalling|(?:has )?recalled (?:\d|about|some|more|nearly|its))/i,
  /^(?<before>.+?)\s(?:workers?|staff|employees|pilots|dockworkers)\s(?:\S+\s){0,3}?(?:strikes?|walk out|walkout)\b/i,
  /^(?<before>.+?)\s(?:faces?|warns? of|warned of|hit by|delay(?:s|ed)|struggl(?:es|ing) with|suffers?|reports?)\s(?:\S+\s){0,5}?(?:shortages?|delays?|disruptions?|strikes?|supply[\s-]chain|shipments?|deliver(?:y|ies)|production)\b/i,
];
/** What was hit comes after: a strike at it, a storm that stops its supplies. */
const HIT = [
  /\b(?:strike|walkout|fire|explosion|shutdown|stoppage)\s(?:at|by)\s(?<after>.+)/i,
  /\b(?:strike|shortage|storm|flood\w*|fire|congestion|outage)\b.{0,30}?\s(?:disrupts?|hits?|stops?|halts?|delays?|idles?|shuts?)\s(?:(?:supplies|production|deliveries|output|operations)\s)?(?:of\s|at\s|to\s|for\s)?(?<after>.+)/i,
];

/** The town distinguishes two disruptions of one company. */
const SITE = /\b(?:plant|factory|mill|production|refinery|warehouse)\sin\s(\p{Lu}\p{L}+)/u;

/** Stops, strikes, shortages and recalls that concern a named company. */
export const disruptionRule: DiscoveryRule = {
  type: 'supply_chain_disruption',
  trigger: TELLING,
  read(report) {
    const company = firstIn(report.sentences, companyIn);
    if (!company) return undefined;
    const group = report.sentences.filter((sentence) => TELLING.test(sentence));
    if (group.length === 0) return undefined;
    return {
      company: company.value,
      subject: `${companyKey(company.value)} ${SITE.exec(group.join(' '))?.[1] ?? ''}`,
      figure: undefined,
      eventAt: dayOf(report, group),
      describe() {
        const text = group.join(' ');
        const own = /\bits\s.{0,60}/i.exec(text)?.[0] ?? '';
        const facility = facilityIn(own) ?? facilityIn(text);
        return known({
          summary: summaryFrom(report, TELLING),
          disruption_type: firstMatch(TYPES, text) ?? 'other',
          disruption_cause: reasonIn(text) ?? company.sentence.slice(0, 200),
          facility_type: facility?.type ?? 'other',
          facility_original: facility?.words ?? '',
          expected_timeframe: firstMatch(TIMES, text) ?? 'indefinite',
          supply_impact_severity: firstMatch(SEVERITIES, text) ?? 'unknown',
          location: placesIn(text, company.value),
          affected_industries: sectorsIn(text),
          affected_products: goodsIn(text),
          hs_product_categories: productSectionsIn(text),
        });
      },
    };
  },
};

function companyIn(sentence: string): string | undefined {
  return companyByForm(sentence, [...WHO, ...HIT]);
}

function facilityIn(text: string) {
  const facility = FACILITIES.find(([, form]) => form.test(text));
  return facility && { type: facility[0], words: facility[1].exec(text)?.[0] };
}

function firstMatch<T>(table: WordTable<T>, text: string): T | undefined {
  return table.find(([, form]) => form.test(text))?.[0];
}
