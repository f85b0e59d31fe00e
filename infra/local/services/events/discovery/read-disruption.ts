import type {
  DISRUPTION_TYPES,
  FACILITY_TYPES,
  IMPACT_SEVERITIES,
  TIMEFRAMES,
} from '../../../../../shared/domain/services/event-values.ts';
import { companyByForm, companyKey } from '../../kit/names/company-name.ts';
import { goodsIn, productSectionsIn, sectorsIn } from './goods.ts';
import { placesIn } from '../places.ts';
import { dayOf, type DiscoveryRule, firstIn, known, reasonIn, summaryFrom } from './report.ts';

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
  [
    'labor_dispute',
    /\b(?:strikes?|striking|walkout|walk out|lockout|union dispute|pickets?)\b(?! (?:a|the) )/i,
  ],
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
/**
 * Workers stop their work. An air strike, a strike on a town, a deal or a balance that is struck, and a strike rate
 * are others.
 */
const STRIKE = String.raw`(?<!(?:air|missile|drone|lightning|hunger|rocket|military|artillery|nuclear|pre-emptive|free|three)[\s-])(?:strikes?|walkouts?)(?!\s(?:an?|the|its|gold|back|out|rate|deal|deals|chord|balance|pact|partnership|accord|again|on\s\p{Lu})\b)`;
/**
 * Goods go back to their maker: so many of them, goods by their name, or for a fault. Words and days are recalled by
 * people.
 */
const RECALL = String.raw`(?:recalls|to\srecall|(?:is\s)?recalling|(?:has\s)?recalled\s(?=\d|about|some|more|nearly|its)|issu(?:es|ed) (?:a |an )?(?:\S+\s){0,3}?recall(?: plan)?)`;
const FAULTY =
  /\brecall\w*\b(?=.{0,60}?(?:\b\d[\d,.]*\s(?:\S+\s){0,3}?(?:cars|vehicles|units|trucks|bikes|scooters|products|packs|bottles|devices|makers|machines|of them|\p{L}+s)\b|\b(?:over|due to|because of|for)\b.{0,60}\b(?:risks?|faults?|faulty|defects?|defective|fire|fires|contaminat\w*|salmonella|listeria|safety|problems?|issues?|allerg\w*|brakes?|airbags?)\b|\b(?:some|all|certain|thousands of|batch(?:es)?|products?|vehicles?|cars|models?)\b))/iu;
const TELLING = new RegExp(
  String.raw`\b(?:${STOPPING}\s(?:\S+\s){0,5}?${WORK}|recall(?:s|ed|ing)?|shortages?|supply[\s-]chain|${STRIKE}|${WORK}\s(?:\S+\s){0,3}?(?:halt|stopp|suspend|delay|disrupt)\w*|(?:port|plant|factory)\s(?:closure|fire|shutdown|strike))\b`,
  'iu',
);
const WHO = [
  new RegExp(String.raw`^(?<before>.+?)\s${STOPPING}\s(?:\S+\s){0,5}?${WORK}\b`, 'i'),
  new RegExp(String.raw`^(?<before>.+?)\s(?:will\s)?${RECALL}\b`, 'i'),
  new RegExp(
    String.raw`^(?:the strike by |strike by )?(?<before>.+?)\s(?:workers?|staff|employees|pilots|drivers|crews?|handlers|dockworkers)\s(?:\S+\s){0,3}?(?:${STRIKE}|walk out|walkout)`,
    'iu',
  ),
  /^(?<before>.+?)\s(?:faces?|(?:is|are) facing|warns? of|warned of|hit by|delay(?:s|ed)|struggl(?:es|ing) with|suffers?|reports?)\s(?:\S+\s){0,5}?(?:shortages?|delays?|disruptions?|strikes?|supply[\s-]chain|shipments?|deliver(?:y|ies)|production)\b/i,
];
/** What was hit comes after: a strike at it, a storm that stops its supplies. */
const HIT = [
  /\b(?:strike|walkout|fire|explosion|shutdown|stoppage)\s(?:at|by)\s(?<after>.+)/i,
  /\b(?:shortages?|scarcity)\s(?:at|hits)\s(?<after>.+)/i,
  /\b(?<!(?:missile|air|drone|rocket|military)[\s-])(?:strike|shortage|storm|flood\w*|fire|congestion|outage)\b.{0,30}?\s(?:disrupts?|hits?|stops?|halts?|delays?|idles?|shuts?)\s(?:(?:supplies|production|deliveries|output|operations)\s)?(?:of\s|at\s|to\s|for\s)?(?<after>.+)/i,
];

/** No stop: it is denied, asked for, only feared, or of a film, a service, a game or a road. */
const NOT_SO =
  /\b(?:missiles?|shelling|air ?strikes?|troops|den(?:y|ies|ied)|no (?:shortage|disruption|recall|strike)|not (?:to )?(?:halt|stop|recall|close)|calls? (?:for|on)|calls off|called off|urg(?:es|ed)|must|should|could|may|might|films?|filming|movies?|episodes?|album|streaming|matches|games?|roads?|metro|schools?|ceasefire|hospitality)\b/i;

/** The town distinguishes two disruptions of one company. */
const SITE = /\b(?:plant|factory|mill|production|refinery|warehouse)\sin\s(\p{Lu}\p{L}+)/u;

/** Stops, strikes, shortages and recalls that concern a named company. */
export const disruptionRule: DiscoveryRule = {
  type: 'supply_chain_disruption',
  trigger: TELLING,
  read(report) {
    if (NOT_SO.test(report.title)) return undefined;
    const company = firstIn(report.sentences, companyIn);
    if (!company || report.sentences.indexOf(company.sentence) > 3) return undefined;
    const group = report.sentences.filter((sentence) => TELLING.test(sentence));
    if (group.length === 0) return undefined;
    const site = SITE.exec(group.join(' '))?.[1];
    return {
      company: company.value,
      ...(site !== undefined && { subject: `${companyKey(company.value)} ${site}` }),
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
  if (NOT_SO.test(sentence) || (/\brecall/i.test(sentence) && !FAULTY.test(sentence))) return undefined;
  return companyByForm(sentence, [...WHO, ...HIT]);
}

function facilityIn(text: string) {
  const facility = FACILITIES.find(([, form]) => form.test(text));
  return facility && { type: facility[0], words: facility[1].exec(text)?.[0] };
}

function firstMatch<T>(table: WordTable<T>, text: string): T | undefined {
  return table.find(([, form]) => form.test(text))?.[0];
}
