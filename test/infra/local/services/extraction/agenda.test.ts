import { describe, expect, it } from 'vitest';
import { openAgenda } from '../../../../../infra/local/services/extraction/agenda.ts';
import { systemTimers } from '../../../../../infra/local/services/extraction/context.ts';
import { DAY, heldClock, SECOND, START } from './open-extraction.ts';

describe('the agenda', () => {
  it('does due work in the order of its times', async () => {
    const clock = heldClock();
    const agenda = openAgenda(clock, () => {});
    const done: string[] = [];
    agenda.put('late', START + 3 * SECOND, async () => void done.push('late'));
    agenda.put('early', START + SECOND, async () => void done.push('early'));
    await clock.advance(2 * SECOND);
    expect(done).toEqual(['early']);
    await clock.advance(2 * SECOND);
    expect(done).toEqual(['early', 'late']);
  });

  it('moves an appointment of the same name and drops one', async () => {
    const clock = heldClock();
    const agenda = openAgenda(clock, () => {});
    const done: string[] = [];
    agenda.put('a', START + SECOND, async () => void done.push('first'));
    agenda.put('a', START + 5 * SECOND, async () => void done.push('moved'));
    agenda.put('b', START + SECOND, async () => void done.push('dropped'));
    agenda.drop('b');
    await clock.advance(10 * SECOND);
    expect(done).toEqual(['moved']);
  });

  it('never runs work of one name twice at a time', async () => {
    const clock = heldClock();
    const agenda = openAgenda(clock, () => {});
    let running = 0;
    let most = 0;
    let release = () => {};
    const work = async () => {
      running += 1;
      most = Math.max(most, running);
      await new Promise<void>((resolve) => (release = resolve));
      running -= 1;
    };
    agenda.put('a', START, work);
    const rung = clock.advance(0);
    agenda.put('a', START, work);
    await turns(5);
    expect(running).toBe(1);
    release();
    await turns(5);
    expect(running).toBe(1);
    release();
    await rung;
    expect(most).toBe(1);
  });

  it('reports work that throws and goes on', async () => {
    const clock = heldClock();
    const failed: string[] = [];
    const agenda = openAgenda(clock, (name, error) => failed.push(`${name}: ${String(error)}`));
    agenda.put('bad', START, () => Promise.reject(new Error('broken')));
    const done: string[] = [];
    agenda.put('good', START + 1, async () => void done.push('good'));
    await clock.advance(1);
    expect(failed).toEqual(['bad: Error: broken']);
    expect(done).toEqual(['good']);
  });

  it('reaches an appointment that is further away than a timer can be set', async () => {
    const clock = heldClock();
    const agenda = openAgenda(clock, () => {});
    const done: number[] = [];
    agenda.put('far', START + 60 * DAY, async () => void done.push(clock.now()));
    await clock.advance(60 * DAY);
    expect(done).toEqual([START + 60 * DAY]);
  });

  it('does nothing more once it is closed', async () => {
    const clock = heldClock();
    const agenda = openAgenda(clock, () => {});
    const done: string[] = [];
    agenda.put('a', START + 1, async () => void done.push('a'));
    await agenda.close();
    await clock.advance(10);
    expect(done).toEqual([]);
  });

  it('runs on the timers of the system', async () => {
    const clock = systemTimers({ now: () => Date.now() });
    const agenda = openAgenda(clock, () => {});
    const due = Date.now() + 5;
    const rang = await new Promise<number>((resolve) => {
      agenda.put('a', due, async () => resolve(Date.now()));
      // The agenda's timers hold no process open; this one does.
      setTimeout(() => resolve(0), 2_000);
    });
    expect(rang).toBeGreaterThanOrEqual(due);
  });
});

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
