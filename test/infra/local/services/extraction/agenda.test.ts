import { expect, it } from 'vitest';
import { openAgenda } from '../../../../../infra/local/services/extraction/agenda.ts';
import { DAY, heldClock, SECOND, START } from './open-extraction.ts';

function open() {
  const clock = heldClock();
  const failed: string[] = [];
  const done: string[] = [];
  const agenda = openAgenda(clock, (name, error) => failed.push(`${name}: ${String(error)}`));
  return { clock, agenda, failed, done, note: (name: string) => async () => void done.push(name) };
}

it('does due work in the order of its times; what is moved, dropped or closed is not done', async () => {
  const { clock, agenda, done, note } = open();
  agenda.put('late', START + 3 * SECOND, note('late'));
  agenda.put('early', START + SECOND, note('early'));
  agenda.put('moved', START + SECOND, note('first'));
  agenda.put('moved', START + 60 * DAY, note('moved, further away than a timer can be set'));
  agenda.put('dropped', START + SECOND, note('dropped'));
  agenda.drop('dropped');
  await clock.advance(2 * SECOND);
  expect(done).toEqual(['early']);
  await clock.advance(60 * DAY);
  expect(done).toEqual(['early', 'late', 'moved, further away than a timer can be set']);
  agenda.put('closed', clock.now() + 1, note('closed'));
  await agenda.close();
  await clock.advance(10);
  expect(done).toHaveLength(3);
});

it('never runs work of one name twice at a time', async () => {
  const { clock, agenda } = open();
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  let running = 0;
  let release = () => {};
  const work = async () => {
    running += 1;
    await new Promise<void>((resolve) => (release = resolve));
    running -= 1;
  };
  agenda.put('a', START, work);
  const rung = clock.advance(0);
  agenda.put('a', START, work);
  await turns();
  expect(running).toBe(1);
  release();
  await turns();
  expect(running).toBe(1);
  release();
  await rung;
});
