import { HOUR, type Instant, wireTimeOf } from '../../shared/domain/time/instant.ts';

/** Two articles that a question about breaches at retailers finds, an hour and two hours old. */
export function breachesBefore(now: Instant) {
  return [
    'Supermarket chain Globex confirms data breach of loyalty cards',
    'Hackers leak passwords of furniture retailer Initech after data breach',
  ].map((title, n) => ({
    id: `breach-${n}`,
    title,
    content: `${title}. The company says that it has told its customers.`,
    link: `https://breaches.example/${n}`,
    domain_url: 'breaches.example',
    language: 'en',
    published_date: wireTimeOf(now - (n + 1) * HOUR),
  }));
}
