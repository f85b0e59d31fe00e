import { article, HOUR, START } from '../open-extraction.ts';

/** The same in every process: nothing here depends on what was made before. */
export const KILL_ARTICLES = ['Acme', 'Globex', 'Initech', 'Vandelay'].map((name, index) =>
  article(`${name} tells customers of its shops about a data breach at the retailer`, {
    id: `kill-${index}`,
    link: `https://news.example/kill/${index}`,
    discoveredAt: START - HOUR,
  }),
);

export const KILL_QUERY = { query: 'Data breaches at retailers', limit: 10 };
