/** The languages of the sample corpus. */
export const SAMPLE_LANGUAGES = ['en', 'fr', 'de', 'es', 'ja'] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];
