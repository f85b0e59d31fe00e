import * as z from 'zod';

/**
 * The outputs of the stack: the only list of them. The stack writes each one, the command line finds a stack by them,
 * and the local run reads them from the same template. Their names are stored by CloudFormation and must not change.
 */
export const outputsSchema = z.object({
  TableName: z.string(),
  TopicArn: z.string(),
  BucketName: z.string(),
  RunsNewsQueueUrl: z.string(),
  RunsNewsDeadLettersUrl: z.string(),
  ApplyWatchesFunction: z.string(),
  DeliverAlertsFunction: z.string(),
  ReconcileFunction: z.string(),
  WriteReportFunction: z.string(),
  NewsKeySecret: z.string(),
  RunsEventsQueueUrl: z.string(),
  RunsEventsDeadLettersUrl: z.string(),
  EventsKeySecret: z.string(),
  RunsExtractionQueueUrl: z.string(),
  RunsExtractionDeadLettersUrl: z.string(),
  JobsKeySecret: z.string(),
  /** The queue of orders to decide what waits in a space. */
  DecideQueueUrl: z.string(),
  DecideDeadLettersUrl: z.string(),
  /** The queue of webhook payloads that are kept and wait to be processed. */
  DeliveriesQueueUrl: z.string(),
  DeliveriesDeadLettersUrl: z.string(),
  /** ARN of the state machine that carries extractions on. */
  WorkflowArn: z.string(),
  /** Name of the group that holds the schedules of watches and reports. */
  ScheduleGroup: z.string(),
  /** Base address of the pages, without a slash at the end. */
  PagesUrl: z.string(),
  /** The secret that signs links to pages. */
  LinkKeySecret: z.string(),
  /** The queue for messages that SNS could not deliver to https addresses and queues. */
  SubscriberDeadLettersUrl: z.string(),
  /** Only of a stack whose watches read feeds. */
  RunsFeedsQueueUrl: z.string().optional(),
  RunsFeedsDeadLettersUrl: z.string().optional(),
  PollFeedsFunction: z.string().optional(),
  /** Only of a stack with a watch that reads the archive of the world's news. */
  RunsWorldQueueUrl: z.string().optional(),
  RunsWorldDeadLettersUrl: z.string().optional(),
  PollWorldFunction: z.string().optional(),
});

/** The value of each output. Functions are given by name, queues by URL, secrets by ARN. */
export type StackOutputs = Readonly<z.infer<typeof outputsSchema>>;
export type OutputName = keyof StackOutputs;

/** The names of all outputs. */
export const OUTPUT_NAMES: readonly OutputName[] = outputsSchema.keyof().options;
