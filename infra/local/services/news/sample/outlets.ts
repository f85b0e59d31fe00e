import type { NEWS_DOMAIN_TYPES, NEWS_TYPES } from '../../../../../shared/domain/services/news-values.ts';
import type { SampleLanguage } from './languages.ts';

/** A media outlet of the sample corpus. All of them are invented. */
export interface SampleOutlet {
  name: string;
  domain: string;
  country: string;
  language: SampleLanguage;
  /** Undefined: not among the million best-ranked sites. */
  rank: number | undefined;
  newsType: (typeof NEWS_TYPES)[number];
  domainType: (typeof NEWS_DOMAIN_TYPES)[number];
  /** An agency: others print what it writes. */
  wire?: true;
  /** Whole texts are for subscribers. */
  paid?: true;
}

type Row = readonly [name: string, domain: string, country: string, rank?: number];
type Kind = Omit<SampleOutlet, 'name' | 'domain' | 'country' | 'language' | 'rank'>;

const GENERAL: Kind = { newsType: 'General News Outlets', domainType: 'Original Content' };

function outlets(
  language: SampleLanguage,
  { kind, rows }: { kind: Kind; rows: readonly Row[] },
): SampleOutlet[] {
  return rows.map(([name, domain, country, rank]) => ({ name, domain, country, language, rank, ...kind }));
}

const WIRE: Kind = { ...GENERAL, newsType: 'Pure News Outlet', wire: true };
const PAID: Kind = { ...GENERAL, paid: true };
const LOCAL: Kind = { ...GENERAL, newsType: 'Local News and Community Events' };
const FINANCE: Kind = { newsType: 'Finance and Investment', domainType: 'Original Content' };
const TECH: Kind = { newsType: 'Tech News and Updates', domainType: 'Original Content' };
const REPUBLISHER: Kind = { newsType: 'News Aggregators', domainType: 'Republisher' };

/** The outlets of the sample corpus, agencies first. */
export const OUTLETS: readonly SampleOutlet[] = [
  ...outlets('en', { kind: WIRE, rows: [['Meridian Wire', 'meridianwire.example', 'US', 96]] }),
  ...outlets('fr', { kind: WIRE, rows: [['Agence Lutèce', 'agence-lutece.example', 'FR', 720]] }),
  ...outlets('de', { kind: WIRE, rows: [['Nordlicht Nachrichtendienst', 'nordlicht.example', 'DE', 640]] }),
  ...outlets('es', { kind: WIRE, rows: [['Agencia Cierzo', 'cierzo.example', 'ES', 830]] }),
  ...outlets('ja', { kind: WIRE, rows: [['あかつき通信', 'akatsuki.example', 'JP', 590]] }),
  ...outlets('en', {
    kind: GENERAL,
    rows: [
      ['Harbor Herald', 'harborherald.example', 'US', 412],
      ['The Prairie Post', 'prairiepost.example', 'US', 1_905],
      ['Bay Courier', 'baycourier.example', 'US', 3_310],
      ['Lakeside Ledger', 'lakesideledger.example', 'US', 7_745],
      ['The Thames Daily', 'thamesdaily.example', 'GB', 231],
      ['Northern Chronicle', 'northernchronicle.example', 'GB', 2_870],
      ['Highland Observer', 'highlandobserver.example', 'GB', 18_440],
      ['Liffey Times', 'liffeytimes.example', 'IE', 9_120],
      ['Southern Cross Daily', 'southerncrossdaily.example', 'AU', 1_450],
      ['Maple Leaf Gazette', 'mapleleafgazette.example', 'CA', 1_120],
      ['Deccan Standard', 'deccanstandard.example', 'IN', 655],
      ['Table Bay News', 'tablebaynews.example', 'ZA', 6_030],
      ['Straits Bulletin', 'straitsbulletin.example', 'SG', 2_240],
    ],
  }),
  ...outlets('en', {
    kind: PAID,
    rows: [
      ['The Financial Ledger', 'financialledger.example', 'GB', 188],
      ['Capital Review', 'capitalreview.example', 'US', 905],
    ],
  }),
  ...outlets('en', {
    kind: TECH,
    rows: [
      ['Byte Gazette', 'bytegazette.example', 'US', 520],
      ['Circuit Weekly', 'circuitweekly.example', 'US', 4_480],
      ['Patch Notes Daily', 'patchnotes.example', 'GB', 12_700],
    ],
  }),
  ...outlets('en', {
    kind: FINANCE,
    rows: [
      ['Ticker Street', 'tickerstreet.example', 'US', 1_340],
      ['Yield & Margin', 'yieldandmargin.example', 'US', 8_800],
      ['Freight Insider', 'freightinsider.example', 'SG', 41_200],
    ],
  }),
  ...outlets('en', {
    kind: LOCAL,
    rows: [
      ['Austin Evening News', 'austinevening.example', 'US', 22_900],
      ['Denver Morning Star', 'denvermorning.example', 'US', 25_300],
      ['Boston Commoner', 'bostoncommoner.example', 'US', 19_750],
      ['Toronto Lakeshore', 'torontolakeshore.example', 'CA', 31_000],
      ['Melbourne Laneway', 'melbournelaneway.example', 'AU', 47_600],
      ['Small Town Voice', 'smalltownvoice.example', 'US'],
      ['Village Noticeboard', 'villagenoticeboard.example', 'GB'],
    ],
  }),
  ...outlets('en', {
    kind: REPUBLISHER,
    rows: [
      ['Headline Relay', 'headlinerelay.example', 'US', 5_600],
      ['News Carousel', 'newscarousel.example', 'US', 88_000],
      ['Daily Digest Hub', 'dailydigesthub.example', 'IN', 152_000],
      ['Copy & Carry', 'copyandcarry.example', 'US'],
    ],
  }),
  ...outlets('fr', {
    kind: GENERAL,
    rows: [
      ['Le Courrier de Seine', 'courrierdeseine.example', 'FR', 540],
      ['La Gazette du Rhône', 'gazettedurhone.example', 'FR', 6_900],
      ["L'Écho du Midi", 'echodumidi.example', 'FR', 11_300],
      ['Le Quotidien romand', 'quotidienromand.example', 'CH', 14_800],
      ['La Tribune laurentienne', 'tribunelaurentienne.example', 'CA', 9_450],
      ['Le Carnet économique', 'carneteconomique.example', 'FR', 3_700],
    ],
  }),
  ...outlets('de', {
    kind: GENERAL,
    rows: [
      ['Spree-Kurier', 'spreekurier.example', 'DE', 480],
      ['Hamburger Hafenblatt', 'hafenblatt.example', 'DE', 8_200],
      ['Isar-Rundschau', 'isarrundschau.example', 'DE', 5_350],
      ['Donaubote', 'donaubote.example', 'AT', 7_100],
      ['Zürcher Seezeitung', 'seezeitung.example', 'CH', 6_640],
      ['Wirtschaft am Morgen', 'wirtschaftammorgen.example', 'DE', 2_950],
    ],
  }),
  ...outlets('es', {
    kind: GENERAL,
    rows: [
      ['El Diario del Manzanares', 'diariomanzanares.example', 'ES', 610],
      ['La Voz del Turia', 'vozdelturia.example', 'ES', 10_400],
      ['El Mercurio del Golfo', 'mercuriodelgolfo.example', 'MX', 2_480],
      ['La Gaceta del Plata', 'gacetadelplata.example', 'AR', 3_180],
      ['Economía al Día', 'economiaaldia.example', 'ES', 4_520],
    ],
  }),
  ...outlets('ja', {
    kind: GENERAL,
    rows: [
      ['みなと新報', 'minatoshimpo.example', 'JP', 350],
      ['なにわ日報', 'naniwanippo.example', 'JP', 4_900],
      ['経済あさひかわ', 'keizaiasahikawa.example', 'JP', 13_200],
      ['北星ニュース', 'hokuseinews.example', 'JP', 21_600],
    ],
  }),
];
