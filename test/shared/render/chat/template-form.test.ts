import { describe, expect, it } from 'vitest';
import { templateFault, templateForm } from '../../../../shared/render/chat/template-form.ts';
import { alertAbout, viewOf } from '../message/message-examples.ts';

const JSON_TYPE = 'application/json';
const hostile = 'He said "no" \\ <b>&</b>';
const view = viewOf([alertAbout(1, { title: hostile })]);
const made = (body: string, contentType = JSON_TYPE) => templateForm(view, { body, contentType }).body;

describe('a template', () => {
  it('writes values so that they stay values: in JSON, in HTML and XML, in a form, and as they are in plain text', () => {
    const headline = '{{ stories[0].headline }}';
    expect(JSON.parse(made(`{"text": "${headline}", "all": {{ stories | json }}}`))).toMatchObject({
      text: hostile,
      all: [{ headline: hostile }],
    });
    expect(made(headline, 'text/html')).toBe('He said &#34;no&#34; \\ &lt;b&gt;&amp;&lt;/b&gt;');
    expect(
      new URLSearchParams(made(`text=${headline}`, 'application/x-www-form-urlencoded')).get('text'),
    ).toBe(hostile);
    expect(made(headline, 'text/plain')).toBe(hostile);
  });

  it('that fails with a message sends its subject: the message is not lost', () => {
    expect(JSON.parse(made('{{ subject }}')).text).toContain('He said');
    const endless = '{% for a in (1..100000000) %}x{% endfor %}';
    expect(made(endless, 'text/plain')).toContain('He said');
  });

  it('lists fewer stories where all of them are too long', () => {
    const many = viewOf(Array.from({ length: 40 }, (_, n) => alertAbout(n)));
    const body =
      '{% for story in stories %}{% for i in (1..200) %}{{ story.headline }}{% endfor %}{% endfor %}{{ rest }}';
    const { listed, body: text } = templateForm(many, { body, contentType: 'text/plain' });
    expect(listed).toBeLessThan(40);
    expect(text).toContain('more, stored but not listed here');
  });

  it.each([
    ['{"text": "{{ subject }}"}', JSON_TYPE, 'none'],
    ['{% if stories[0].link %}{{ stories[0].link }}{% endif %}', 'text/plain', 'none'],
    ['{"text": {{ subject }}}', JSON_TYPE, 'what it makes is not JSON'],
    ['{% if subject %}', 'text/plain', 'not closed'],
    ['{{ subjekt }}', 'text/plain', 'undefined variable: subjekt'],
    ['{{ subject | shout }}', 'text/plain', 'undefined filter: shout'],
  ])('%s for %s is checked before it is used', (body, contentType, fault) => {
    expect(templateFault({ body, contentType }) ?? 'none').toContain(fault);
  });
});
