/** Topics of an article (news service, `theme`). */
export const NEWS_THEMES = [
  'Business',
  'Economics',
  'Entertainment',
  'Finance',
  'Health',
  'Politics',
  'Science',
  'Sports',
  'Tech',
  'Crime',
  'Financial Crime',
  'Lifestyle',
  'Automotive',
  'Travel',
  'Weather',
  'General',
] as const;

/** Kinds of outlet (news service, `news_type`). */
export const NEWS_TYPES = [
  'Tech News and Updates',
  'Sports News and Blogs',
  'News and Blogs',
  'E-commerce and Product Information',
  'Educational News',
  'Press Releases',
  'Corporate News',
  'Gaming News and Blogs',
  'Entertainment and Media News',
  'Health and Medical News',
  'Government and Municipal News',
  'Real Estate News',
  'Automotive News and Blogs',
  'News Aggregators',
  'Fashion and Lifestyle',
  'Local News and Community Events',
  'Music and Radio',
  'Reviews',
  'Blogs and Magazines',
  'Political News',
  'Non-Profit and Organization News',
  'Event News',
  'General News Outlets',
  'Gambling News',
  'Travel and Lifestyle',
  'Finance and Investment',
  'Specific News Type',
  'Pure News Outlet',
  'Corporate News Section',
  'Other',
] as const;

/** Kinds of news domain (news service, `news_domain_type`). */
export const NEWS_DOMAIN_TYPES = [
  'Original Content',
  'Aggregator',
  'Press Releases',
  'Republisher',
  'Other',
] as const;

/** What a query searches (news service, `search_in`). The `summary` values need a plan with NLP. */
export const SEARCH_PLACES = [
  'title',
  'content',
  'summary',
  'title_content',
  'title_translated',
  'content_translated',
  'summary_translated',
  'title_content_translated',
] as const;

export const SORT_ORDERS = ['relevancy', 'date', 'rank'] as const;
export const DATE_PRECISIONS = ['full', 'timezone unknown', 'date'] as const;
export const CLUSTERING_VARIABLES = ['content', 'title', 'summary'] as const;
export const TIME_FRAMES = ['day', 'hour', 'month'] as const;
