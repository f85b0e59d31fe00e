// Names that both the running code and the infrastructure read. No imports here.

/** Environment variables of the functions. Addresses and stage values only. */
export const ENV = {
  table: 'TABLE_NAME',
  topic: 'TOPIC_ARN',
  /** The queue for messages that the topic could not deliver to https addresses and queues. */
  subscriberDeadLetters: 'SUBSCRIBER_DEAD_LETTERS_ARN',
  bucket: 'BUCKET_NAME',
  runsQueue: {
    news: 'RUNS_NEWS_QUEUE_URL',
    events: 'RUNS_EVENTS_QUEUE_URL',
    extraction: 'RUNS_EXTRACTION_QUEUE_URL',
    /** Only where watches read feeds, and the archive. */
    feeds: 'RUNS_FEEDS_QUEUE_URL',
    world: 'RUNS_WORLD_QUEUE_URL',
  },
  runsQueueArn: {
    news: 'RUNS_NEWS_QUEUE_ARN',
    events: 'RUNS_EVENTS_QUEUE_ARN',
    extraction: 'RUNS_EXTRACTION_QUEUE_ARN',
    feeds: 'RUNS_FEEDS_QUEUE_ARN',
    world: 'RUNS_WORLD_QUEUE_ARN',
  },
  serviceUrl: { news: 'NEWS_URL', events: 'EVENTS_URL', extraction: 'JOBS_URL' },
  serviceKeySecret: { news: 'NEWS_KEY_SECRET', events: 'EVENTS_KEY_SECRET', extraction: 'JOBS_KEY_SECRET' },
  jobsPrefix: 'JOBS_PREFIX',
  /** Only where the stage names an organization. */
  jobsOrganization: 'JOBS_ORGANIZATION',
  /** The queue of the function that decides. */
  decideQueue: 'DECIDE_QUEUE_URL',
  /** The queue of the function that serves the lanes of other transports than SNS. */
  transportsQueue: 'TRANSPORTS_QUEUE_URL',
  /** The addresses of Slack's Web API and of Events v2 of PagerDuty, without a slash at the end. */
  slackUrl: 'SLACK_URL',
  pagerDutyUrl: 'PAGERDUTY_URL',
  /** Private networks that transports may reach, with commas between them. May be empty. */
  reachable: 'REACHABLE_NETWORKS',
  /** The models of the stage, as JSON. Only where it names any. */
  models: 'MODELS',
  /** The queue of stored webhook payloads to process. */
  deliveriesQueue: 'DELIVERIES_QUEUE_URL',
  /** The state machine of extractions. */
  workflow: 'WORKFLOW_ARN',
  scheduleGroup: 'SCHEDULE_GROUP',
  scheduleRole: 'SCHEDULE_ROLE_ARN',
  scheduleDeadLetters: 'SCHEDULE_DEAD_LETTERS_ARN',
  /** The function that report schedules call. */
  writeReport: 'WRITE_REPORT_FUNCTION_ARN',
  /** How many days a written report is kept, in the table and in the bucket. */
  reportDays: 'REPORT_DAYS',
  /** The base address of the pages, without a slash at the end. */
  pages: 'PAGES_URL',
  /** How people sign in to the pages, as JSON. Only where the stage names an issuer. */
  signIn: 'SIGN_IN',
  /** The app of Slack whose buttons people press, as JSON. Only where the stage names one. */
  slackApp: 'SLACK_APP',
  /** The secret of a webhook subscription of PagerDuty. Only where the stage names one. */
  pagerDutyWebhookSecret: 'PAGERDUTY_WEBHOOK_SECRET',
  /** The secret that signs links to pages. */
  linkKeySecret: 'LINK_KEY_SECRET',
  /** The address to call after each sweep that ended well. May be empty. */
  heartbeat: 'HEARTBEAT_URL',
  /** Only on one machine: a host that the poller of feeds may reach although its address is not public. */
  feedsReach: 'FEEDS_REACH',
  /** The address of the archive of the world's news, without a slash at the end. */
  worldUrl: 'WORLD_URL',
  /** The stack's name. Powertools uses it as the `service` of log lines and the dimension of metrics. */
  service: 'POWERTOOLS_SERVICE_NAME',
} as const;

/** What replaces the address of a service that the stage does not use. */
export const NOT_USED = 'none';

/** The table's keys and its two sparse indexes. */
export const TABLE = {
  partition: 'pk',
  sort: 'sk',
  work: { index: 'work', partition: 'workPk', sort: 'workSk' },
  time: { index: 'time', partition: 'timePk', sort: 'timeSk' },
  /** When an item expires, in seconds since 1970. DynamoDB deletes it some time later. */
  expiry: 'ttl',
} as const;

/** Folders of the bucket. A function may write only to its own. */
export const OBJECTS = {
  /** Raw JSON of findings of watches with `keep: full`. */
  raw: 'raw/',
  /** Webhook payloads of the extraction service, as they came. */
  deliveries: 'deliveries/',
  /** Reports in all forms. */
  reports: 'reports/',
} as const;

/**
 * Log events. Filters, tests and the local front read them by name; a delivery here is a webhook payload or a
 * sending.
 */
export const EVENTS = {
  runEnded: 'run-ended',
  findingsDecided: 'findings-decided',
  extractionStepped: 'extraction-stepped',
  deliveryEnded: 'delivery-ended',
  deliveryReceived: 'delivery-received',
  deliveryTaken: 'delivery-taken',
  watchesApplied: 'watches-applied',
  reconciled: 'reconciled',
  reportWritten: 'report-written',
  feedsPolled: 'feeds-polled',
  worldPolled: 'world-polled',
} as const;

/** Metrics, in the namespace `Bellwether`. */
export const METRICS = {
  namespace: 'Bellwether',
  /** The dimension that alarms and the dashboard read; its value is the stack's name. */
  dimension: 'service',
  /** The second dimension of `failedMessages`: the name of the function, as Lambda names it. */
  functionDimension: 'FunctionName',
  runs: 'Runs',
  failedRuns: 'FailedRuns',
  /** Watches whose run is missing: counted by each sweep, also as 0. */
  missedRuns: 'MissedRuns',
  findings: 'NewFindings',
  alerts: 'Alerts',
  calls: 'UpstreamCalls',
  quarantined: 'ItemsQuarantined',
  messages: 'MessagesAccepted',
  deadMessages: 'MessagesDead',
  /** From the indexing of an article to the message about it, in milliseconds. */
  notifyTime: 'IndexedToNotified',
  deliveries: 'DeliveriesReceived',
  refusedDeliveries: 'DeliveriesRefused',
  /** Messages and requests whose failure a function caught: of all functions, and by function. */
  failedMessages: 'FailedMessages',
} as const;

/** Names of functions as the stack, the outputs and the command line use them. */
export const FUNCTIONS = {
  runWatch: 'run-watch',
  decideFindings: 'decide-findings',
  deliverAlerts: 'deliver-alerts',
  deliverTransports: 'deliver-transports',
  applyWatches: 'apply-watches',
  reconcile: 'reconcile',
  submitExtraction: 'submit-extraction',
  pollExtraction: 'poll-extraction',
  collectExtraction: 'collect-extraction',
  writeReport: 'write-report',
  receiveDelivery: 'receive-delivery',
  takeDelivery: 'take-delivery',
  pages: 'pages',
  pollFeeds: 'poll-feeds',
  pollWorld: 'poll-world',
} as const;

/** Where the API lies below the address of the pages. */
export const API_ROOT = '/api/v1';
