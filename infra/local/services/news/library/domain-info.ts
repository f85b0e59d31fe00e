import type { ArticleRecord } from '../../kit/corpus/article-record.ts';

/** What kind of outlet printed an article (news service, article, `additional_domain_info`). */
export interface DomainInfo {
  is_news_domain: boolean;
  news_domain_type: string;
  news_type: string;
}

/** As the corpus says, else a plain news outlet. */
export function domainInfoOf({ additional_domain_info: given }: ArticleRecord): DomainInfo {
  return {
    is_news_domain: given?.is_news_domain ?? true,
    news_domain_type: given?.news_domain_type ?? 'Original Content',
    news_type: given?.news_type ?? 'General News Outlets',
  };
}
