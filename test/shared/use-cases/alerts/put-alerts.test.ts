import { expect, it } from 'vitest';
import { verdictOn } from '../../../../shared/use-cases/alerts/put-alerts.ts';
import { aChannel, aFinding, anAlert } from '../../../ports/examples.ts';

const slack = { channel: '#press', tokenSecret: 'SLACK_TOKEN' };
const pagerduty = { keySecret: 'PAGER_KEY', minSeverity: 'critical' } as const;

it('a finding is notified of if one lane of one channel accepts its alert, else the first channel says why', () => {
  const strict = aChannel({ name: 'strict', minSeverity: 'critical' });
  const other = aChannel({ name: 'other', companies: ['Globex'] });
  const paged = aChannel({ email: [], sms: [], transports: { pagerduty } });
  const both = aChannel({ email: [], sms: [], transports: { pagerduty, slack } });
  const alert = anAlert(1, { severity: 'warning', items: [aFinding(1)] });
  const notified = { notified: alert.id };
  expect(
    [[strict, other], [other, strict], [undefined, other], [paged], [both], [strict, undefined, both]].map(
      (channels) => verdictOn(channels, alert),
    ),
  ).toEqual([
    { silent: 'below-severity' },
    { silent: 'other-company' },
    { silent: 'below-severity' },
    { silent: 'below-severity' },
    notified,
    notified,
  ]);
});
