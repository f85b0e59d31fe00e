import type { Service } from '../../domain/lib/errors.ts';
import type { PlanFigures } from '../../domain/usage/budget.ts';
import type { CallLimits } from './clock.ts';

/** Asks each service of this stack for its own figures. Errors are `UpstreamError`s. */
export type Plans = Readonly<Partial<Record<Service, (limits: CallLimits) => Promise<PlanFigures>>>>;
