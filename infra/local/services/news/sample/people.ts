import type { SampleLanguage } from './languages.ts';

/** Who writes for the outlets of the sample corpus. All of them are invented; Jane Doe writes most. */
export const BYLINES: Readonly<Record<SampleLanguage, readonly string[]>> = {
  en: [
    'Jane Doe',
    'John Roe',
    'Amara Nwosu',
    'Peter Hollis',
    'Sofia Marchetti',
    'Liam Doyle',
    'Grace Tan',
    'Ravi Kulkarni',
    'Helen Marsh',
    'Tobias Wren',
  ],
  fr: ['Camille Renaud', 'Julien Lefort', 'Élodie Garnier', 'Mathieu Bonnet'],
  de: ['Katharina Vogt', 'Lukas Brenner', 'Jürgen Sailer', 'Miriam Roth'],
  es: ['Lucía Navarro', 'Diego Castaño', 'Inés Beltrán', 'Martín Quiroga'],
  ja: ['高橋 直子', '小林 健', '森田 彩', '西村 拓也'],
};

/** People without a company: mayors, coaches, researchers. */
export const CITIZENS: readonly string[] = [
  'Elena Novak',
  'Marcus Bell',
  'Yuki Tanabe',
  'Thomas Krug',
  'Isabel Moreno',
  'Pierre Chauvin',
  'Olu Balogun',
  'Hanna Lindgren',
  'Carlos Duarte',
  'Ruth Abramson',
];
