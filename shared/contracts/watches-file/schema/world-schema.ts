import * as z from 'zod';
import { NEWS_PARAMETERS } from '../../../domain/services/news-rules.ts';
import { parameterSchema } from './query-schema.ts';
import { COVERED_TIME, numberBetween, setByRun, withExpectation } from './values.ts';

const theme = withExpectation(z.string().regex(/^[A-Z][A-Z0-9_-]*$/i), {
  noun: 'theme',
  expected: 'a code of the archive, such as ECON_BANKRUPTCY',
});

/** The `query` of a watch of kind `world`. */
export const worldQuerySchema = withExpectation(
  z.strictObject({
    q: parameterSchema('q', NEWS_PARAMETERS.q).describe(
      'The words to find in titles and in the names of people, organisations and others, in the query language of search.',
    ),
    lang: parameterSchema('lang', NEWS_PARAMETERS.lang).optional().describe('Languages of the pages.'),
    countries: parameterSchema('countries', NEWS_PARAMETERS.countries)
      .optional()
      .describe('Countries of the outlets. An outlet whose country is not known does not count.'),
    themes: withExpectation(z.array(theme).min(1).max(100), {
      expected: 'a list of codes of the archive, such as [ECON_BANKRUPTCY]',
    })
      .optional()
      .describe('Themes of the archive, by their codes: one of them is enough.'),
    tone_max: numberBetween({ whole: false, min: -100, max: 100 })
      .optional()
      .describe('Only articles of this mean tone or below: mostly -10 to 10, below 0 is negative.'),
  }),
  {
    expected: `q, such as { q: '"Acme Corp"' }`,
    ofKey: (key) => setByRun(key, { from_: COVERED_TIME, to_: COVERED_TIME }),
  },
);
