import { expect, it } from 'vitest';
import { METRICS } from '../../../shared/contracts/names.ts';
import { inWords, onlyOne, stackOf } from '../synthesised.ts';

it('the dashboard is named after the stack and its region, and shows every alarm, every function, every queue of runs and the one of decisions', async () => {
  for (const stage of ['dev', 'prod']) {
    const of = await stackOf(stage);
    const { DashboardName, DashboardBody } = onlyOne(of, 'AWS::CloudWatch::Dashboard').Properties;
    expect(inWords(DashboardName)).toBe(`bellwether-${stage}-AWS::Region`);
    const { widgets } = JSON.parse(inWords(DashboardBody));
    expect(widgets.map(({ type }: any) => type)).toEqual(['alarm', ...Array(9).fill('metric'), 'log']);
    const [alarms, ...others] = widgets.map(({ properties }: any) => properties);
    expect(alarms.alarms.toSorted()).toEqual(Object.keys(of.resources('AWS::CloudWatch::Alarm')).toSorted());
    const text = JSON.stringify(others);
    const functions = Object.keys(of.resources('AWS::Lambda::Function'));
    for (const id of functions.filter((one) => !/^(AWSCDK|Custom)/.test(one)))
      expect(text).toContain(`"${id}"`);
    for (const service of ['News', 'Events', 'Extraction']) expect(text).toContain(`"${service}RunsQueue"`);
    expect(text).toContain('"DecisionsQueue"');
    const {
      namespace: _namespace,
      dimension: _dimension,
      deliveries: _in,
      refusedDeliveries: _out,
      functionDimension: _function,
      failedMessages: _failed,
      ...own
    } = METRICS;
    for (const name of Object.values(own)) expect(text).toContain(`"${METRICS.namespace}","${name}"`);
  }
});
