/** A valid `watches.yaml` as plain data, with a watch of each kind, an alert of each policy and most other keys. */
export function wholeFile() {
  return {
    plan: { calls_per_month: 250_000, credits_per_record: 2.5, nlp: true, tags: true },
    defaults: { schedule: 'rate(1 hour)', timezone: 'Europe/Paris', channel: 'press', story_memory: '30d' },
    operators: { email: ['ops@acme.example'], repeat_interval: '1d' },
    exclude: { domains: ['spam.example'], phrases: ['advert'] },
    channels: {
      press: {
        email: ['press@acme.example'],
        sms: ['+33600000000'],
        https: ['https://hooks.acme.example/news'],
        queue: ['arn:aws:sqs:eu-west-1:123456789012:press'],
        min_severity: 'info',
        quiet_hours: { from: '22:00', to: '07:00', except: 'critical' },
        brief: 'cron(0 8 ? * MON-FRI *)',
        days_off: ['SAT', 'SUN', '2026-12-25'],
        group_by: ['story'],
        group_wait: '30s',
        sms_price: 0.08,
        storm_cap: 20,
      },
      duty: {
        sms: { to: ['+33600000000'], min_severity: 'critical' },
        ses: { from: 'news@acme.example', to: ['board@acme.example'], min_severity: 'warning' },
        slack: { channel: '#press', token_secret: 'SLACK_TOKEN' },
        teams: { webhook_secret: 'TEAMS_WEBHOOK' },
        pagerduty: { key_secret: 'PAGERDUTY_KEY' },
        webhook: { url: 'https://hooks.acme.example/news', secret: 'WEBHOOK_SECRET' },
        eventbridge: { bus: 'acme-news' },
        now: 'warning',
        brief: 'cron(0 8 ? * * *)',
      },
    },
    brands: { acme: { names: ['Acme'], exclude: ['acme comics'], competitors: { globex: ['Globex'] } } },
    watchlists: { suppliers: { companies: [{ name: 'Initech', id: 'i-1', domain: 'initech.example' }] } },
    feeds: { industry: { urls: ['https://news.example/rss.xml'], file: 'industry.opml' } },
    watches: {
      blogs: { kind: 'feeds', query: { q: 'Acme', feeds: ['industry'], lang: ['en'] } },
      news: {
        kind: 'search',
        query: {
          q: 'Acme',
          lang: ['en', 'fr'],
          countries: 'US,FR',
          theme: ['Tech'],
          'custom_tags.mine': ['a'],
        },
        brand: 'acme',
        severity: 'warning',
        priority: 3,
        exclude: { phrases: ['quiz'] },
        alert: { when: 'story', channel: 'press' },
      },
      tone: {
        kind: 'search',
        query: { q: 'Acme', include_nlp_data: true },
        alert: { when: 'sentiment', below: -0.4 },
      },
      climbs: {
        kind: 'search',
        query: { q: 'Acme' },
        raise: [
          { to: 'warning', outlets: 3, countries: 2 },
          { to: 'critical', outlets: 10, top_rank: 1000 },
        ],
        alert: { channels: ['press', 'duty'] },
      },
      cut: {
        kind: 'events',
        query: { event_type: 'layoff' },
        raise: [
          {
            to: 'critical',
            where: { number_of_people_laid_off: { gte: 500 }, company_name: ['Acme'], location: 'Paris' },
          },
        ],
      },
      once: { kind: 'search', query: { q: 'Acme' }, alert: { channel: 'press' } },
      front: { kind: 'headlines', query: { countries: ['FR'] }, alert: { when: 'finding' } },
      breaks: {
        kind: 'breaking',
        query: { theme: 'Tech' },
        alert: { when: 'volume', count: 20, within: '6h' },
      },
      jane: {
        kind: 'authors',
        query: { author_name: 'Jane Doe' },
        alert: { when: 'first_seen', of: 'outlet' },
      },
      linked: { kind: 'links', query: { links: ['acme.example'] }, alert: { when: 'silence', for: '7d' } },
      alike: { kind: 'similar', query: { q: 'Acme' } },
      counts: { kind: 'volume', query: { q: 'Acme' }, alert: { when: 'spike', factor: 2, weeks: 3 } },
      breaches: {
        kind: 'events',
        query: {
          event_type: 'data_breach',
          additional_filters: { company_name: ['Acme'], event_date: { gte: '2026-11-01', lte: 'now' } },
        },
        alert: { when: 'change' },
      },
      cuts: {
        kind: 'events',
        query: {
          event_type: 'layoff',
          additional_filters: {
            'layoff.how_much_related': 'Good',
            'layoff.number_of_people_laid_off': { gte: 100 },
          },
          additional_article_fields: ['rank'],
        },
      },
      followed: {
        kind: 'extraction',
        mode: 'monitor',
        backfill: false,
        watchlist: 'suppliers',
        schedule: 'cron(0 6 * * ? *)',
        query: {
          query: 'Which suppliers are in trouble?',
          limit: 20,
          enrichments: [{ name: 'site', description: 'Where it happened', type: 'text' }],
        },
      },
    },
    reports: { weekly: { brand: 'acme', schedule: 'cron(0 8 ? * MON *)', period: '7d', colour: '#1f5fa9' } },
  };
}
