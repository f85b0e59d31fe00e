import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../../../../shared/domain/time/instant.ts';
import { receiptIdOf } from '../../../../shared/domain/pages/signed-link.ts';
import { answerVisitor } from '../../../../shared/use-cases/sign-in/answer-visitor.ts';
import { formIn } from '../pages/open-pages.ts';
import { openStage } from './open-stage.ts';

describe('signing in', () => {
  it('leads from a page to the issuer and back to the page, with a cookie that no script reads', async () => {
    const stage = await openStage();
    const asked = await stage.ask('/app/stories?day=2026-11-20');
    expect(asked).toMatchObject({
      status: 303,
      headers: { location: '/signin?to=%2Fapp%2Fstories%3Fday%3D2026-11-20' },
    });
    const back = await stage.signIn('ana', '/app/stories?day=2026-11-20');
    expect([back.status, back.headers['location']]).toEqual([303, '/app/stories?day=2026-11-20']);
    expect(back.cookies?.at(-1)).toMatch(
      /^__Host-bellwether=\w+; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=28800$/,
    );
    const page = await stage.ask('/app', { headers: { cookie: stage.cookieOf(back) } });
    expect([page.status, page.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(page.body).toContain('Ana');
    expect((await stage.signIn('rex', 'https://evil.example')).headers['location']).toBe('/app');
  });

  it('refuses a code that was used, a foreign browser, a wrong state, and who has no role', async () => {
    const stage = await openStage();
    await stage.signIn('ana');
    expect((await stage.signIn('ana')).status).toBe(403);
    expect((await stage.ask('/signin/done?state=st&code=rex')).status).toBe(403);
    const cookie = stage.cookieOf(await stage.ask('/signin'));
    expect((await stage.ask('/signin/done?state=other&code=rex', { headers: { cookie } })).status).toBe(403);
    const forged = cookie.replace('ve', 'vx');
    expect(
      (await stage.ask('/signin/done?state=st&code=rex', { headers: { cookie: forged } })).body,
    ).toContain('another browser');
    const unknown = await stage.signIn('zoe');
    expect([unknown.status, unknown.body.includes('have no role here')]).toEqual([403, true]);
    expect(await stage.ports.sessions.all(stage.clock.now())).toHaveLength(1);
  });

  it('ends a session at its end, when it is revoked and by signing out; no other stack takes its cookie', async () => {
    const stage = await openStage();
    const headers = await stage.enter('ana');
    const isOpen = async () => (await stage.ask('/app', { headers })).status === 200;
    expect(await isOpen()).toBe(true);
    const other = { ...stage.ports, links: async () => ({ base: '', keys: ['of another stack'] }) };
    const request = { method: 'GET', path: '/app', query: {}, headers, body: new Uint8Array() };
    expect((await answerVisitor(request, other)).status).toBe(303);
    const { body } = await stage.ask('/app', { headers });
    const [, token = ''] =
      /action="\/signout"><input type="hidden" name="token" value="(\w+)"/.exec(body) ?? [];
    expect((await stage.post('/signout', 'token=x', headers)).status).toBe(403);
    expect((await stage.post('/signout', `token=${token}`, headers)).cookies?.[0]).toContain('Max-Age=0');
    expect(await isOpen()).toBe(false);
    const again = await stage.enter('rex');
    const [session] = await stage.ports.sessions.all(stage.clock.now());
    await stage.ports.sessions.end(session!.id, stage.clock.now());
    expect((await stage.ask('/app', { headers: again })).status).toBe(303);
  });

  it('is over after 8 hours', async () => {
    const stage = await openStage();
    const headers = await stage.enter('ana');
    stage.clock.at += 8 * HOUR - MINUTE;
    expect((await stage.ask('/app', { headers })).status).toBe(200);
    stage.clock.at += MINUTE;
    expect((await stage.ask('/app', { headers })).status).toBe(303);
  });
});

describe('who has signed in', () => {
  it('acts by the forms of the own session alone, and a reader by none', async () => {
    const stage = await openStage();
    const [ana, rex] = [await stage.enter('ana'), await stage.enter('rex')];
    const path = `/app/alerts/${receiptIdOf(stage.alert)}/actions`;
    const { body } = await stage.ask(path, { headers: ana });
    const form = formIn(body, 'action', 'acknowledge');
    expect((await stage.post(path, form, rex)).body).toContain('and not act on them');
    const link = stage.inbox + path.slice('/app'.length);
    expect((await stage.post(link, form, {})).status).toBe(403);
    expect((await stage.post(path, form, ana)).status).toBe(200);
    const [done] = await stage.ports.readerActions.of('acme-news');
    expect(done).toMatchObject({ kind: 'acknowledge', by: { name: 'Ana' } });
    const read = await stage.ask('/app', { headers: rex });
    expect(read.body).not.toContain('data-key="a"');
    expect((await stage.ask(stage.receipt)).status).toBe(200);
    expect((await stage.ask(stage.inbox)).status).toBe(200);
  });
});
