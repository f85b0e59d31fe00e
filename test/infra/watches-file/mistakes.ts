/** A valid file. Each mistake changes one place of it. */
export const SOUND = `operators:
  email: [oncall@acme.example]
channels:
  press:
    email: [press@acme.example, news@acme.example]
    sms: ["+33600000000"]
    quiet_hours: { from: "22:00", to: "07:00" }
watches:
  acme-news:
    kind: search
    query:
      q: '"Acme Corp" AND merger'
      lang: [en]
    schedule: rate(15 minutes)
    severity: warning
    alert: { when: story, channel: press }
  globex:
    kind: search
    query:
      q: globex
    lookback: 7d
    alert: { when: story, channel: press }
`;

/**
 * A mistake: its name, what it replaces, the text in its place (§ marks its line where that is not the first changed
 * one), the path, how the message begins, a part of the fix.
 */
type Mistake = readonly [
  name: string,
  old: string,
  mistake: string,
  path: string,
  what: string,
  hint: string,
];

/** Usual mistakes, one for each way in which a message and its fix are found. */
export const MISTAKES: readonly Mistake[] = [
  [
    'a tab',
    `      q: '"Acme Corp" AND merger'`,
    `			q: '"Acme Corp" AND merger'`,
    'watches.acme-news.q',
    'A tab cannot indent YAML',
    'indent with spaces',
  ],
  [
    'a key dedented by one',
    '    severity: warning',
    '   severity: warning',
    'watches.acme-news.severity',
    'The line is indented by 3, and the lines around it by 4',
    'indent it by 4 spaces',
  ],
  [
    'a parameter beside query',
    `      q: '"Acme Corp" AND merger'\n      lang: [en]`,
    `      q: '"Acme Corp" AND merger'\n    lang: [en]`,
    'watches.acme-news.lang',
    'Unknown key "lang"',
    'move it to query: indent it by 2 more spaces, below query:',
  ],
  [
    'a channel beside alert',
    'alert: { when: story, channel: press }\n  globex',
    'channel: press\n  globex',
    'watches.acme-news.channel',
    'Unknown key "channel"',
    'move it to alert: write alert: { channel: … }',
  ],
  [
    'the author of a search',
    `      q: '"Acme Corp" AND merger'\n      lang: [en]`,
    `      q: '"Acme Corp" AND merger'\n      lang: [en]\n§      author: Jane Doe`,
    'watches.acme-news.query.author',
    'Unknown key "author"',
    'use a watch of kind authors, with author_name in its query',
  ],
  [
    'the time zone of a channel below its quiet hours',
    'to: "07:00" }',
    'to: "07:00", timezone: Europe/Paris }',
    'channels.press.quiet_hours.timezone',
    'Unknown key "timezone"',
    'move it to the channel, beside email',
  ],
  [
    'a watch at the top',
    '  globex:\n    kind: search\n    query:\n      q: globex\n    lookback: 7d\n    alert: { when: story, channel: press }',
    'globex:\n  kind: search\n  query:\n    q: globex\n  alert: { when: story, channel: press }',
    'globex',
    'Unknown key "globex"',
    'move it to watches, at the level of the other names there',
  ],
  [
    'a dash too many',
    '    kind: search\n    query:\n      q: globex\n    lookback: 7d\n    alert: { when: story, channel: press }',
    '    - kind: search\n      query:\n        q: globex\n      alert: { when: story, channel: press }',
    'watches.globex',
    'Wrong type of value: a mapping belongs here',
    'remove the dashes: write each name or key on a line of its own',
  ],
  [
    'an empty section',
    'operators:',
    'brands:\noperators:',
    'brands',
    'The key "brands" has no value',
    'write a value after the colon, such as {} for an empty mapping, or remove the key',
  ],
  [
    'a missing space after a colon',
    '    severity: warning',
    '    severity:warning',
    'watches.acme-news.severity',
    'A space is missing after the colon',
    'write severity: warning',
  ],
  [
    'a missing colon',
    '    severity: warning',
    '    severity warning',
    'watches.acme-news.severity',
    'A colon is missing after "severity"',
    'write severity: warning',
  ],
  [
    'a missing dash',
    'email: [press@acme.example, news@acme.example]',
    'email:\n      - press@acme.example\n§      news@acme.example',
    'channels.press.email.news',
    'A dash is missing',
    'write - news@acme.example',
  ],
  [
    'a duplicate key',
    '    severity: warning',
    '    severity: warning\n§    severity: info',
    'watches.acme-news.severity',
    'The key "severity" is a duplicate',
    'join the two, or rename one',
  ],
  [
    'two documents',
    '  globex:',
    '---\n  globex:',
    'watches.acme-news.alert',
    'A second document starts here',
    'remove the line --- or ... above it: the file must be one document',
  ],
  [
    'an unquoted colon',
    `q: '"Acme Corp" AND merger'`,
    'q: Acme: merger',
    'watches.acme-news.query.q',
    'This line has a second colon',
    "put the value in quotes: write q: 'Acme: merger'. Or start a new line after q:",
  ],
  [
    'an unquoted phrase before AND',
    `q: '"Acme Corp" AND merger'`,
    'q: "Acme Corp" AND merger',
    'watches.acme-news.query.q',
    'Text follows the closing quote: the quotes end the value',
    `put a text in quotes if it contains quotes: write q: '"Acme Corp" AND merger'`,
  ],
  [
    'a star at the beginning',
    `q: '"Acme Corp" AND merger'`,
    'q: *acme',
    'watches.acme-news.query.q',
    'A value cannot begin with *: the file has no anchors and aliases',
    "put a text in quotes: write '*acme'",
  ],
  [
    'a query cut at a hash',
    `q: '"Acme Corp" AND merger'`,
    'q: acme OR #merger',
    'watches.acme-news.query.q',
    'YAML reads the text from # on as a comment',
    "put the value in quotes: write q: 'acme OR #merger'",
  ],
  [
    'an open quote',
    'q: globex',
    "q: 'globex",
    'watches.globex.query.q',
    "The quote ' is not closed",
    "add ' at the end of the text",
  ],
  [
    'an unquoted phone number',
    'sms: ["+33600000000"]',
    'sms: [+33600000000]',
    'channels.press.sms[0]',
    'Wrong type of value',
    'put the number in quotes, start with + and the country code, and remove spaces, dashes and brackets',
  ],
  [
    'cron',
    'schedule: rate(15 minutes)',
    'cron: "0 8 * * *"',
    'watches.acme-news.cron',
    'Unknown key "cron"',
    'did you mean schedule?',
  ],
  [
    'query as text',
    '    query:\n      q: globex',
    '    query: globex',
    'watches.globex.query',
    'Wrong type of value: a mapping belongs here',
    'write query: { q: globex }',
  ],
  [
    'a key with a typo',
    'schedule: rate(15 minutes)',
    'shedule: rate(15 minutes)',
    'watches.acme-news.shedule',
    'Unknown key "shedule"',
    'did you mean schedule?',
  ],
  [
    'disabled',
    'severity: warning',
    'disabled: true',
    'watches.acme-news.disabled',
    'Unknown key "disabled"',
    'write enabled: false for a watch that does not run',
  ],
  [
    'a cron of five fields',
    'schedule: rate(15 minutes)',
    'schedule: 0 8 * * *',
    'watches.acme-news.schedule',
    'This is not a schedule',
    'write cron(0 8 * * ? *)',
  ],
  [
    'a cron of five fields in cron()',
    'schedule: rate(15 minutes)',
    'schedule: cron(0 8 * * *)',
    'watches.acme-news.schedule',
    'cron() needs six fields (minutes hours day-of-month month day-of-week year), but this one has 5',
    'write cron(0 8 * * ? *)',
  ],
  [
    'six fields with both days',
    'schedule: rate(15 minutes)',
    'schedule: cron(0 8 * * * *)',
    'watches.acme-news.schedule',
    'Exactly one of the fields day-of-month and day-of-week must be "?"',
    'write cron(0 8 * * ? *)',
  ],
  [
    'competitors as a list',
    '    lookback: 7d\n    alert: { when: story, channel: press }\n',
    '    lookback: 7d\n    brand: initech\n    alert: { when: story, channel: press }\n§brands: { acme: { names: [Acme], competitors: [Initech] } }\n',
    'brands.acme.competitors',
    'Wrong type of value: a mapping belongs here',
    'write competitors: { globex: [Globex] }',
  ],
  [
    'a duration as schedule',
    'schedule: rate(15 minutes)',
    'schedule: 15m',
    'watches.acme-news.schedule',
    'This is not a schedule',
    'write rate(15 minutes)',
  ],
  [
    'a language by its name',
    'lang: [en]',
    'lang: [english]',
    'watches.acme-news.query.lang[0]',
    'Invalid value "english"',
    'write en',
  ],
  [
    'high',
    'severity: warning',
    'severity: high',
    'watches.acme-news.severity',
    'Invalid value "high"',
    'write info, warning or critical',
  ],
  ['yes', 'lookback: 7d', 'enabled: yes', 'watches.globex.enabled', 'Wrong type of value', 'write true'],
  [
    'a duration in words',
    'lookback: 7d',
    'lookback: 15 min',
    'watches.globex.lookback',
    'Invalid duration "15 min"',
    'write 15m',
  ],
  [
    'a duration without a unit',
    'lookback: 7d',
    'lookback: 7',
    'watches.globex.lookback',
    'Wrong type of value',
    'write 7m, 7h or 7d',
  ],
  [
    'a time of one digit',
    'from: "22:00"',
    'from: "7:00"',
    'channels.press.quiet_hours.from',
    'Invalid time of day "7:00"',
    "write '07:00'",
  ],
  [
    'a zone by its letters',
    'lookback: 7d',
    'timezone: CEST',
    'watches.globex.timezone',
    'There is no time zone "CEST"',
    'write Europe/Paris',
  ],
  [
    'an address without a list',
    'email: [press@acme.example, news@acme.example]',
    'email: press@acme.example',
    'channels.press.email',
    'Wrong type of value',
    'write a list in brackets: [press@acme.example]',
  ],
  [
    'a name with a capital',
    '  globex:',
    '  Globex:',
    'watches.Globex',
    'Invalid name "Globex"',
    'write globex',
  ],
  [
    'an unknown channel',
    'when: story, channel: press }\n  globex',
    'when: story, channel: pres }\n  globex',
    'watches.acme-news.alert.channel',
    'There is no channel "pres"',
    'did you mean press?',
  ],
  [
    'a list of channels',
    'when: story, channel: press }\n  globex',
    'when: story, channel: [press] }\n  globex',
    'watches.acme-news.alert.channel',
    'Wrong type of value: one value belongs here, and no list',
    'write press',
  ],
  [
    'languages in braces without brackets',
    `    query:\n      q: '"Acme Corp" AND merger'\n      lang: [en]\n`,
    `    query: { q: '"Acme Corp" AND merger', lang: en, fr }\n`,
    'watches.acme-news.query.lang',
    'A comma ends a value, and "fr" is read as a key',
    'put the whole value of lang in quotes, or in brackets if it is a list, such as [a, b]',
  ],
  [
    'spaces that do not break',
    '    kind: search\n    query:\n      q: globex\n',
    '    kind: search\n    query:\n      q: globex\n',
    '',
    'YAML does not read the blanks at the beginning of this line as spaces',
    'replace them with spaces',
  ],
  [
    'a colour without quotes',
    'watches:\n',
    'brands: { acme: { names: [Acme] } }\nreports:\n  weekly:\n    brand: acme\n    schedule: cron(0 8 ? * MON *)\n    channel: press\n§    colour: #0af\nwatches:\n',
    'reports.weekly.colour',
    'The value is a comment, because it begins with #',
    "write colour: '#0af'",
  ],
  [
    'a name without a colon',
    '  globex:\n',
    '  globex\n',
    'watches.globex',
    'A colon is missing after "globex"',
    'write globex:',
  ],
  [
    'a setting of another policy',
    'when: story, channel: press }\n  globex',
    'when: story, count: 50, channel: press }\n  globex',
    'watches.acme-news.alert.count',
    'Unknown key "count"',
    'remove it: it is a setting of the policy volume, which needs when: volume',
  ],
];
