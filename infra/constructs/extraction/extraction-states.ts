/** A retry policy of Step Functions. */
interface Retry {
  ErrorEquals: readonly string[];
  IntervalSeconds: number;
  BackoffRate: number;
  MaxAttempts: number;
  JitterStrategy?: 'FULL';
}

/** For errors of Lambda itself. Waits of at most 2, 4, 8, 16, 32 and 64 s, each a random part of it: 126 s in total. */
export const LAMBDA_RETRY: Retry = {
  ErrorEquals: [
    'Lambda.ServiceException',
    'Lambda.AWSLambdaException',
    'Lambda.SdkClientException',
    'Lambda.TooManyRequestsException',
    'Lambda.ClientExecutionTimeoutException',
  ],
  IntervalSeconds: 2,
  BackoffRate: 2,
  MaxAttempts: 6,
  JitterStrategy: 'FULL',
};

/**
 * For a step of ours that throws: the store does not answer, or time or memory is used up. Waits of 30, 60, 120 and 240 s:
 * 450 s in total. A refusal of the upstream service is no failure of a step: the step then asks for a wait, for hours.
 */
export const STEP_RETRY: Retry = {
  ErrorEquals: ['States.ALL'],
  IntervalSeconds: 30,
  BackoffRate: 2,
  MaxAttempts: 4,
};

/** Longer than any extraction may take: a day to wait for a slot, a day and an hour for the job, then its pages. */
export const EXECUTION_SECONDS = 4 * 86_400;

/** A function of the workflow: its ARN, and its time limit in seconds. */
export interface StepFunction {
  arn: string;
  seconds: number;
}

/** Seconds beyond Lambda's own time limit. It ends calls that never return. */
const MARGIN = 15;

/**
 * The workflow of an extraction in the States Language. The functions decide: each answers which step comes next, and after
 * how many seconds. It uses only what all engines of the language run alike: paths, but no JSONata and no variables.
 */
export function extractionStates(functions: Readonly<Record<'submit' | 'poll' | 'collect', StepFunction>>) {
  const call = ({ arn, seconds }: StepFunction) => ({
    Type: 'Task',
    Resource: arn,
    TimeoutSeconds: seconds + MARGIN,
    Retry: [LAMBDA_RETRY, STEP_RETRY],
  });
  const step = (fn: StepFunction) => ({
    ...call(fn),
    Catch: [{ ErrorEquals: ['States.ALL'], ResultPath: '$.failure', Next: 'Record failure' }],
    Next: 'What next',
  });
  return {
    Comment: 'Runs one job of the extraction service from its submission to its last record',
    StartAt: 'Submit',
    TimeoutSeconds: EXECUTION_SECONDS,
    States: {
      Submit: step(functions.submit),
      Poll: step(functions.poll),
      Collect: step(functions.collect),
      'What next': {
        Type: 'Choice',
        Choices: [
          { Variable: '$.next', StringEquals: 'end', Next: 'Done' },
          { Variable: '$.waitSeconds', NumericGreaterThan: 0, Next: 'Wait' },
        ],
        Default: 'Which step',
      },
      Wait: { Type: 'Wait', SecondsPath: '$.waitSeconds', Next: 'Which step' },
      'Which step': {
        Type: 'Choice',
        Choices: [
          { Variable: '$.next', StringEquals: 'submit', Next: 'Submit' },
          { Variable: '$.next', StringEquals: 'poll', Next: 'Poll' },
          { Variable: '$.next', StringEquals: 'collect', Next: 'Collect' },
        ],
        Default: 'Broken',
      },
      'Record failure': { ...call(functions.poll), Next: 'Broken' },
      Broken: {
        Type: 'Fail',
        Error: 'StepBroken',
        Cause: 'A step failed each time it was tried. The extraction stays open: reconcile starts it again.',
      },
      Done: { Type: 'Succeed' },
    },
  };
}
