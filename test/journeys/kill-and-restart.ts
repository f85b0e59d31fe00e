import { setTimeout as pause } from 'node:timers/promises';
import { DAY, wireTimeOf } from '../../shared/domain/time/instant.ts';
import { startProcess } from '../infra/local/start-process.ts';
import { readOutbox, readStore } from './read-store.ts';
import { corpusLines, openJourney, startOnce, watchesFile } from './start-once.ts';

/** What is left after kills and restarts. */
export interface Aftermath {
  kills: number;
  stored: number;
  /** Findings of which an alert was decided. */
  told: number;
  /** Alerts that are in a message which SNS has accepted. */
  accepted: number;
  pending: number;
  /** How often the message that was repeated most went out beyond the first time. */
  mostRepeats: number;
}

/**
 * Starts a run over `count` matching articles, kills the whole process at random moments, and in the end lets it work
 * to its end; then reads the table it left.
 */
export async function killAndRestart(given: {
  count: number;
  kills: number;
  random: () => number;
  /**
   * The latest moment of a kill, in milliseconds after the services are up: the watches are applied and run from then
   * on.
   */
  longest?: number;
}): Promise<Aftermath> {
  const journey = await openJourney();
  try {
    const now = Date.now();
    const articles = Array.from({ length: given.count }, (_, n) => ({
      id: `killed-${n}`,
      title: `Acme Corp report number ${n}`,
      content: 'Acme Corp said so on Friday.',
      link: `https://news.example/${n}`,
      domain_url: 'news.example',
      language: 'en',
      published_date: wireTimeOf(now - (given.count - n) * 7_000),
    }));
    const args = [
      '--data',
      journey.data,
      '--corpus',
      await journey.write('corpus.ndjson', corpusLines(articles)),
      '--watches',
      await journey.write(
        'watches.yaml',
        watchesFile({
          acme: { query: { q: 'acme', ranked_only: false }, lookback: '5d', schedule: 'rate(1 hour)' },
        }),
      ),
    ];
    for (let kill = 0; kill < given.kills; kill += 1) {
      const killed = startProcess(['--once', ...args]);
      await killed.says('are served at');
      await Promise.race([killed.ended, pause(500 + given.random() * (given.longest ?? 4_000))]);
      killed.send('SIGKILL');
      await killed.ended;
    }
    await startOnce(args);
    const notified = Map.groupBy(await readOutbox(journey.data), ({ subject, texts }) =>
      JSON.stringify([subject, texts]),
    );
    const mostRepeats = Math.max(0, ...[...notified.values()].map(({ length }) => length - 1));
    return await readStore(journey.data, async (store) => {
      const days = [0, 1].map((back) => new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10));
      const found = await store.findings.foundIn('acme', { from: Date.now() - DAY, to: Date.now() });
      const alerts = (await Promise.all(days.map((day) => store.alerts.madeOn(day, 100_000)))).flat();
      const messages = (await Promise.all(days.map((day) => store.messages.madeOn(day, 100_000)))).flat();
      const accepted = new Set(
        messages
          .filter(({ delivery }) => delivery.state === 'accepted')
          .flatMap(({ message }) => message.alertIds),
      );
      return {
        kills: given.kills,
        stored: new Set(found.map(({ finding }) => finding.fingerprint)).size,
        told: found.filter(({ verdict }) => verdict && 'notified' in verdict).length,
        accepted: alerts.filter(({ alert }) => accepted.has(alert.id)).length,
        mostRepeats,
        pending: alerts.filter(({ state }) => state.state === 'pending').length,
      };
    });
  } finally {
    await journey.close();
  }
}
