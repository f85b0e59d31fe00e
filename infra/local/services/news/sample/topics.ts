/** What a story of the sample corpus is about. */
export interface SampleTopic {
  /** How often it occurs beside the others. */
  weight: number;
  /** About a company, rather than a place or people. */
  business: boolean;
  themes: readonly string[];
  /** Sentiment of title and content, about which the articles of a story differ a little. */
  tone: number;
  iptc: { id: string; name: string };
  iab: string;
  section: string;
}

const ECONOMY = { id: '04000000', name: 'economy, business and finance' };

/** The topics of the sample corpus by the name of their phrases. Those without a company come in fewer languages. */
export const TOPICS: Readonly<Record<string, SampleTopic>> = {
  breach: {
    weight: 8,
    business: true,
    themes: ['Tech', 'Crime'],
    tone: -0.7,
    iptc: { id: '02000000', name: 'crime, law and justice' },
    iab: 'Technology & Computing',
    section: 'technology',
  },
  layoffs: {
    weight: 8,
    business: true,
    themes: ['Business', 'Economics'],
    tone: -0.6,
    iptc: { id: '09000000', name: 'labour' },
    iab: 'Business and Finance',
    section: 'business',
  },
  funding: {
    weight: 8,
    business: true,
    themes: ['Business', 'Finance'],
    tone: 0.6,
    iptc: ECONOMY,
    iab: 'Business and Finance',
    section: 'business',
  },
  disruption: {
    weight: 7,
    business: true,
    themes: ['Business'],
    tone: -0.4,
    iptc: ECONOMY,
    iab: 'Business and Finance',
    section: 'business',
  },
  tariffs: {
    weight: 7,
    business: true,
    themes: ['Economics', 'Politics'],
    tone: -0.5,
    iptc: ECONOMY,
    iab: 'News and Politics',
    section: 'economy',
  },
  results: {
    weight: 10,
    business: true,
    themes: ['Business', 'Finance'],
    tone: 0.5,
    iptc: ECONOMY,
    iab: 'Business and Finance',
    section: 'markets',
  },
  launch: {
    weight: 9,
    business: true,
    themes: ['Tech'],
    tone: 0.6,
    iptc: { id: '13000000', name: 'science and technology' },
    iab: 'Technology & Computing',
    section: 'technology',
  },
  lawsuit: {
    weight: 6,
    business: true,
    themes: ['Business', 'Crime'],
    tone: -0.5,
    iptc: { id: '02000000', name: 'crime, law and justice' },
    iab: 'Law',
    section: 'business',
  },
  recall: {
    weight: 6,
    business: true,
    themes: ['Business', 'Health'],
    tone: -0.5,
    iptc: ECONOMY,
    iab: 'Business and Finance',
    section: 'business',
  },
  takeover: {
    weight: 7,
    business: true,
    themes: ['Business', 'Finance'],
    tone: 0.3,
    iptc: ECONOMY,
    iab: 'Business and Finance',
    section: 'markets',
  },
  outage: {
    weight: 6,
    business: true,
    themes: ['Tech'],
    tone: -0.4,
    iptc: { id: '13000000', name: 'science and technology' },
    iab: 'Technology & Computing',
    section: 'technology',
  },
  plant: {
    weight: 6,
    business: true,
    themes: ['Business', 'Economics'],
    tone: 0.6,
    iptc: ECONOMY,
    iab: 'Business and Finance',
    section: 'economy',
  },
  weather: {
    weight: 6,
    business: false,
    themes: ['Weather'],
    tone: -0.3,
    iptc: { id: '17000000', name: 'weather' },
    iab: 'News and Politics',
    section: 'world',
  },
  sports: {
    weight: 10,
    business: false,
    themes: ['Sports'],
    tone: 0.3,
    iptc: { id: '15000000', name: 'sport' },
    iab: 'Sports',
    section: 'sports',
  },
  vote: {
    weight: 5,
    business: false,
    themes: ['Politics'],
    tone: 0.1,
    iptc: { id: '11000000', name: 'politics' },
    iab: 'News and Politics',
    section: 'politics',
  },
  science: {
    weight: 5,
    business: false,
    themes: ['Science', 'Health'],
    tone: 0.5,
    iptc: { id: '13000000', name: 'science and technology' },
    iab: 'Science',
    section: 'science',
  },
};
