import { describe, expect, it } from 'vitest';
import { copyKeysOf, isUnsaid, soughtBy } from '../../../../shared/domain/stories/copy-keys.ts';

const TITLE = 'Zirconde to close turbine works in Lisbrook';
const TEXT =
  'Zirconde said on Monday that it will close its turbine works in Lisbrook by the end of next year. About 900 people work there. ' +
  'The company blamed weak orders from utilities and the price of steel. Unions called the decision a betrayal.';

const shared = (one: readonly string[], other: readonly string[]) => one.filter((key) => other.includes(key));

describe('the keys of a title', () => {
  it('are equal whatever the order, the endings and the case of its words', () => {
    expect(copyKeysOf(TITLE)).toHaveLength(1);
    expect(copyKeysOf('IN LISBROOK: ZIRCONDE’S TURBINES WORKS TO CLOSE')).toEqual(copyKeysOf(TITLE));
    expect(copyKeysOf(TITLE.replace('Lisbrook', 'Hollowmere'))).not.toEqual(copyKeysOf(TITLE));
  });

  it('are none of a title that proves nothing', () => {
    expect(copyKeysOf('Zirconde news')).toEqual([]);
  });
});

describe('the keys of a text', () => {
  const keys = copyKeysOf(TITLE, TEXT);

  it('are at most three with that of the title, and are shared by a text without its last words', () => {
    expect(keys).toHaveLength(3);
    const other = copyKeysOf('Lisbrook loses its turbine works, Zirconde says', TEXT.slice(0, -12));
    expect(shared(keys, other)).not.toEqual([]);
  });

  it('are only looked for if it says nothing of the title', () => {
    const unsaid = copyKeysOf('Why the north loses its industry', TEXT).slice(1);
    expect(unsaid.map(isUnsaid)).toEqual([true, true]);
    expect(unsaid.map(soughtBy)).toEqual(keys.slice(1));
  });

  it('are none if it is short', () => {
    expect(copyKeysOf(TITLE, TEXT.slice(0, 98))).toHaveLength(1);
  });
});
