import type { Enrichment } from './criteria.ts';

/** A kind of event the service knows: its place in the taxonomy, the phrases that name it, what to ask about it. */
export interface EventType {
  name: string;
  path: string;
  /** Words apart by blanks; `*` at the end of a word stands for any ending. */
  phrases: readonly string[];
  fields: readonly Enrichment[];
}

const COMPANY = field('company', 'company', 'The company that the event is about');
const AMOUNT = field('amount', 'number', 'Amount of money that is named, in the currency of the article');
const PEOPLE = field('people', 'text', 'People who are named');
const PLACE = field('place', 'text', 'Place where it happened');

/** The event types, in the order in which they are tried. */
export const EVENT_TYPES: readonly EventType[] = [
  event(
    'security/data_breach',
    'data breach*, data leak*, security breach*, hack*, ransomware, cyberattack*, cyber attack*, stolen data, breach*',
    [
      COMPANY,
      field('records_affected', 'number', 'Number of records, accounts, cards or customers affected'),
      field(
        'attack_kind',
        'option',
        'How the data was taken, one of: ransomware, phishing, malware, hack, leak, theft',
      ),
    ],
  ),
  event(
    'workforce/layoff',
    'layoff*, laid off, lay off*, lays off, job cut*, cut* jobs, redundanc*, job losses, downsiz*, workforce reduction*, shed* jobs',
    [COMPANY, field('jobs_cut', 'number', 'Number of jobs, workers or employees that go'), PLACE],
  ),
  event(
    'corporate/acquisition',
    'acquisition*, acquir*, takeover*, buyout*, merger*, merg*, buys, to buy, bought',
    [COMPANY, field('price', 'number', 'Price or value of the deal')],
  ),
  event('finance/ipo', 'ipo, ipos, initial public offering*, goes public, go public, stock market debut', [
    COMPANY,
    AMOUNT,
  ]),
  event(
    'finance/fundraising',
    'fundrais*, funding round*, funding, series a, series b, series c, venture capital',
    [COMPANY, field('amount_raised', 'number', 'Amount of money raised')],
  ),
  event('finance/bankruptcy', 'bankrupt*, insolven*, chapter 11, receivership, store closing*', [
    COMPANY,
    AMOUNT,
  ]),
  event(
    'finance/earnings',
    'earnings, quarterly results, profit*, revenue*, quarterly loss*, sales fell, sales rose',
    [COMPANY, AMOUNT, field('change', 'text', 'By how many percent it rose or fell')],
  ),
  event(
    'finance/monetary_policy',
    'interest rate*, rate hike*, rate cut*, taper*, monetary policy, central bank*',
    [PEOPLE, PLACE],
  ),
  event('legal/lawsuit', 'lawsuit*, sues, sued, suing, class action, court case*, trial, verdict*, settle*', [
    COMPANY,
    AMOUNT,
    PEOPLE,
  ]),
  event('legal/penalty', 'fined, fines, fine of, penalt*, sanction*', [COMPANY, AMOUNT]),
  event('product/recall', 'product recall*, recall*', [
    COMPANY,
    field('units', 'number', 'Number of units, cars or vehicles'),
    field('defect', 'text', 'The defect that is the reason'),
  ]),
  event('product/launch', 'launch*, unveil*, release date, new model*, introduces, rolls out', [COMPANY]),
  event('operations/outage', 'outage*, goes down, service disruption*, blackout*, power cut*', [
    COMPANY,
    PLACE,
  ]),
  event('operations/supply_chain_disruption', 'supply chain*, shortage*, shipping delay*, port congestion', [
    COMPANY,
    PLACE,
  ]),
  event(
    'operations/plant_closure',
    'plant closure*, factory closure*, shut* plant*, close* factor*, close* plant*, close* store*',
    [COMPANY, PLACE],
  ),
  event('workforce/strike', 'strike*, walkout*, industrial action', [COMPANY, PLACE]),
  event(
    'workforce/executive_change',
    'new ceo, ceo resign*, steps down, step down, appoint*, names ceo, resigns, ousted, chief executive',
    [COMPANY, PEOPLE],
  ),
  event('corporate/partnership', 'partnership*, partners with, teams up, joint venture*, alliance*', [
    COMPANY,
  ]),
  event('trade/tariffs', 'tariff*, import dut*, trade war*, customs dut*', [
    field('country', 'text', 'Place or country that is affected'),
    field('rate', 'text', 'By how many percent'),
  ]),
  event('safety/accident', 'crash*, explosion*, derail*, collapse*, accident*, spill*', [
    PLACE,
    field('casualties', 'number', 'Number of people killed, dead or injured'),
  ]),
  event(
    'safety/natural_disaster',
    'earthquake*, flood*, hurricane*, wildfire*, tornado*, typhoon*, landslide*',
    [PLACE, field('casualties', 'number', 'Number of people killed, dead or injured')],
  ),
  event('health/outbreak', 'outbreak*, epidemic*, virus*, infect*, ebola, measles', [
    PLACE,
    field('cases', 'number', 'Number of cases, infections or patients'),
  ]),
  event('politics/protest', 'protest*, demonstrat*, riot*, rally, rallies', [PLACE, PEOPLE]),
  event('politics/election', 'election*, referendum*, vote*, ballot*', [PLACE, PEOPLE]),
  event('society/obituary', 'dies, died, death of, obituar*, found dead', [PEOPLE]),
  event('society/award', 'award*, wins prize, oscar*, grammy*, nobel', [PEOPLE]),
];

function field(name: string, type: Enrichment['type'], description: string): Enrichment {
  return { name, description, type };
}

function event(path: string, phrases: string, fields: readonly Enrichment[]): EventType {
  const name = path.split('/')[1] ?? path;
  return { name, path, phrases: [name.replaceAll('_', ' '), ...phrases.split(', ')], fields };
}
