/** The media topic and the content category that go with a theme (IPTC media topics; IAB content taxonomy). */
export const THEME_TAGS: ReadonlyMap<string, { iptc: { id: string; name: string }; iab: string }> = new Map([
  [
    'Business',
    { iptc: { id: '04000000', name: 'economy, business and finance' }, iab: 'Business and Finance' },
  ],
  [
    'Economics',
    { iptc: { id: '04000000', name: 'economy, business and finance' }, iab: 'Business and Finance' },
  ],
  ['Finance', { iptc: { id: '04000000', name: 'economy, business and finance' }, iab: 'Personal Finance' }],
  [
    'Entertainment',
    { iptc: { id: '01000000', name: 'arts, culture, entertainment and media' }, iab: 'Pop Culture' },
  ],
  ['Health', { iptc: { id: '07000000', name: 'health' }, iab: 'Medical Health' }],
  ['Politics', { iptc: { id: '11000000', name: 'politics' }, iab: 'News and Politics' }],
  ['Science', { iptc: { id: '13000000', name: 'science and technology' }, iab: 'Science' }],
  ['Sports', { iptc: { id: '15000000', name: 'sport' }, iab: 'Sports' }],
  ['Tech', { iptc: { id: '13000000', name: 'science and technology' }, iab: 'Technology & Computing' }],
  ['Crime', { iptc: { id: '02000000', name: 'crime, law and justice' }, iab: 'News and Politics' }],
  [
    'Financial Crime',
    { iptc: { id: '02000000', name: 'crime, law and justice' }, iab: 'Business and Finance' },
  ],
  ['Lifestyle', { iptc: { id: '10000000', name: 'lifestyle and leisure' }, iab: 'Home & Garden' }],
  ['Automotive', { iptc: { id: '04000000', name: 'economy, business and finance' }, iab: 'Automotive' }],
  ['Travel', { iptc: { id: '10000000', name: 'lifestyle and leisure' }, iab: 'Travel' }],
  ['Weather', { iptc: { id: '17000000', name: 'weather' }, iab: 'News and Politics' }],
]);
