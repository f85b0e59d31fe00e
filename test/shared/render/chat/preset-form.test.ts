import { describe, expect, it } from 'vitest';
import { presetForm } from '../../../../shared/render/chat/preset-form.ts';
import { telegramFault } from '../../../transports/messengers.ts';
import { alertAbout, viewOf } from '../message/message-examples.ts';
import { MESSAGES } from './message-kinds.ts';

const bodyOf = (name: Parameters<typeof presetForm>[1], ...given: Parameters<typeof viewOf>) =>
  JSON.parse(presetForm(viewOf(...given), name).body);

describe.each(Object.entries(MESSAGES))('%s', (_, { alerts, because = 'group' }) => {
  it('is whole for the smallest and the strictest messenger', () => {
    const { content } = bodyOf('discord', alerts, { because });
    expect(content.length).toBeLessThanOrEqual(2_000);
    expect(content).toMatch(/^\*\*|\n\*\*/);
    expect(telegramFault(bodyOf('telegram', alerts, { because }).text)).toBeUndefined();
  });
});

describe('a messenger', () => {
  const many = Array.from({ length: 30 }, (_, n) => alertAbout(n));

  it('lists as many stories as fit, and says how many it leaves out', () => {
    const { body, listed } = presetForm(viewOf(many), 'discord');
    expect(listed).toBeGreaterThan(1);
    expect(JSON.parse(body).content).toContain(`and ${30 - listed} more`);
    expect(presetForm(viewOf(many), 'mattermost').listed).toBeGreaterThan(listed);
  });

  it('takes nothing in the news for a mention, a link or emphasis', () => {
    const title = '@everyone <@1> **bold** [x](https://evil.example) <users/all> <b>&amp;';
    const hostile = [alertAbout(1, { title })];
    expect(bodyOf('discord', hostile).content).not.toMatch(/@everyone|<@|\*\*bold|\[x\]\(/);
    expect(bodyOf('mattermost', hostile).text).not.toContain('@everyone');
    expect(bodyOf('google-chat', hostile).text).not.toContain('<users');
    expect(bodyOf('matrix', hostile)).toMatchObject({
      formatted_body: expect.stringContaining('&lt;b&gt;&amp;amp;'),
      'm.mentions': {},
    });
    expect(bodyOf('ntfy', hostile).message).toContain(title);
  });

  it('keeps a link whole whatever its address holds', () => {
    const link = 'https://news.example/a(b)?x=1&y=2|3';
    const linked = [alertAbout(1, { link })];
    expect(bodyOf('discord', linked).content).toContain('(<https://news.example/a%28b%29?x=1&y=2|3>)');
    expect(bodyOf('telegram', linked).text).toContain('href="https://news.example/a(b)?x=1&amp;y=2|3"');
    expect(bodyOf('google-chat', linked).text).toContain('<https://news.example/a(b)?x=1&y=2%7C3|');
    expect(bodyOf('ntfy', linked)).toMatchObject({ click: link, priority: 4 });
  });
});
