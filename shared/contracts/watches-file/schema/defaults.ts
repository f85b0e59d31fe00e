/** What a watch or report has where neither it nor the section `defaults` says anything. */
export const DEFAULT_SCHEDULE = 'rate(15 minutes)';
/** Jobs cost credits and take hours: they do not use the default schedule of the other watches. */
export const DEFAULT_JOB_SCHEDULE = 'rate(1 day)';
export const DEFAULT_ZONE = 'UTC';
