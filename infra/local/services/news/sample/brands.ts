import type { SampleLanguage } from './languages.ts';

/** A company of the sample corpus. All of them are invented. */
export interface Brand {
  /** As headlines write it. */
  name: string;
  domain: string;
  home: string;
  sector: keyof typeof SECTORS;
  products: readonly string[];
  /** Who speaks for it. */
  people: readonly string[];
  founded: number;
  staff: number;
  /** Yearly, in millions of dollars. */
  sales: number;
  /** How often it is in the news beside the others. */
  weight: number;
}

/** What a company does, as it reads after "in". */
export const SECTORS = {
  electronics: {
    en: 'consumer electronics',
    fr: "de l'électronique",
    de: 'Unterhaltungselektronik',
    es: 'de la electrónica',
    ja: '家電',
  },
  software: {
    en: 'office software',
    fr: 'du logiciel',
    de: 'Bürosoftware',
    es: 'del software',
    ja: 'ソフトウエア',
  },
  retail: { en: 'retail', fr: 'de la distribution', de: 'Einzelhandel', es: 'del comercio', ja: '小売り' },
  health: { en: 'health care', fr: 'de la santé', de: 'Gesundheit', es: 'de la salud', ja: '医療' },
  cars: {
    en: 'electric cars',
    fr: 'de la voiture électrique',
    de: 'Elektroautos',
    es: 'del coche eléctrico',
    ja: '電気自動車',
  },
  energy: {
    en: 'renewable energy',
    fr: 'des énergies renouvelables',
    de: 'erneuerbare Energien',
    es: 'de las energías renovables',
    ja: '再生可能エネルギー',
  },
  freight: {
    en: 'sea freight',
    fr: 'du fret maritime',
    de: 'Seefracht',
    es: 'del transporte marítimo',
    ja: '海運',
  },
  food: {
    en: 'packaged food',
    fr: "de l'alimentation",
    de: 'Lebensmittel',
    es: 'de la alimentación',
    ja: '食品',
  },
} as const satisfies Record<string, Record<SampleLanguage, string>>;

/** The companies of the sample corpus; the first is the one it has most to say about. */
export const BRANDS: readonly Brand[] = [
  {
    name: 'Acme Corp',
    domain: 'acme.example',
    home: 'Chicago',
    sector: 'electronics',
    products: ['Rocket 5', 'Acme Home Hub', 'Skylark'],
    people: ['Maria Okafor', 'Daniel Reyes', 'Ingrid Solberg'],
    founded: 1949,
    staff: 48_000,
    sales: 19_400,
    weight: 16,
  },
  {
    name: 'Globex',
    domain: 'globex.example',
    home: 'Rotterdam',
    sector: 'electronics',
    products: ['Orbit One', 'Globex Pulse'],
    people: ['Hank Verhoeven', 'Priya Raman'],
    founded: 1971,
    staff: 61_000,
    sales: 22_800,
    weight: 9,
  },
  {
    name: 'Initech',
    domain: 'initech.example',
    home: 'Austin',
    sector: 'software',
    products: ['LedgerCloud', 'Initech Desk'],
    people: ['William Lumley', 'Nadia Hassan'],
    founded: 1986,
    staff: 12_500,
    sales: 4_300,
    weight: 7,
  },
  {
    name: 'Umbrella Labs',
    domain: 'umbrellalabs.example',
    home: 'Lyon',
    sector: 'health',
    products: ['Vitaline', 'CellGuard'],
    people: ['Claire Aubert', 'Oswald Brandt'],
    founded: 1968,
    staff: 35_000,
    sales: 14_900,
    weight: 6,
  },
  {
    name: 'Kestrel Motors',
    domain: 'kestrelmotors.example',
    home: 'Leipzig',
    sector: 'cars',
    products: ['Kestrel K2', 'Merlin'],
    people: ['Jonas Feld', 'Anke Petersen'],
    founded: 2009,
    staff: 21_000,
    sales: 8_700,
    weight: 6,
  },
  {
    name: 'Maruyama Denki',
    domain: 'maruyamadenki.example',
    home: 'Osaka',
    sector: 'electronics',
    products: ['Hikari Mini', 'Denki Panel'],
    people: ['Kenji Maruyama', 'Aiko Fujimori'],
    founded: 1932,
    staff: 54_000,
    sales: 17_600,
    weight: 5,
  },
  {
    name: 'Pinecrest',
    domain: 'pinecrest.example',
    home: 'Denver',
    sector: 'retail',
    products: ['Pinecrest Pay', 'QuickBasket'],
    people: ['Sandra Whitlock', 'Omar Siddiqui'],
    founded: 1958,
    staff: 140_000,
    sales: 39_000,
    weight: 5,
  },
  {
    name: 'Solvane',
    domain: 'solvane.example',
    home: 'Madrid',
    sector: 'energy',
    products: ['HelioStore', 'WindKite'],
    people: ['Lucía Ferrer', 'Tomás Ibarra'],
    founded: 1998,
    staff: 9_800,
    sales: 5_100,
    weight: 4,
  },
  {
    name: 'Orbital Freight',
    domain: 'orbitalfreight.example',
    home: 'Hamburg',
    sector: 'freight',
    products: ['SlotShare', 'BlueLane'],
    people: ['Grete Lindqvist', 'Paul Adeyemi'],
    founded: 1964,
    staff: 28_000,
    sales: 11_300,
    weight: 4,
  },
  {
    name: 'Lumina Foods',
    domain: 'luminafoods.example',
    home: 'Toronto',
    sector: 'food',
    products: ['OatWell', 'Lumina Bites'],
    people: ['Rachel Kwan', 'Etienne Morel'],
    founded: 1979,
    staff: 17_000,
    sales: 6_200,
    weight: 4,
  },
  {
    name: 'Tessera',
    domain: 'tessera.example',
    home: 'Dublin',
    sector: 'software',
    products: ['Mosaic', 'TileChat'],
    people: ['Fiona Gallagher', 'Arjun Mehta'],
    founded: 2014,
    staff: 2_300,
    sales: 740,
    weight: 4,
  },
];
