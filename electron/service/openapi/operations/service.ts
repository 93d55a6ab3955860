import type { Operation } from '../operation.ts'

const tag = 'Service'

/** What the service reports about itself, also to monitoring. */
export const serviceOperations: readonly Operation[] = [
  {
    id: 'service.info',
    tag,
    method: 'get',
    path: '/api/v1',
    summary: 'Show what the service offers',
    description:
      'The organization’s name and the capabilities that are switched on. A service without this address has the specification and no more.',
    answer: { status: 200, description: 'Name, version and capabilities', schema: 'ServiceInfo' },
    example: {},
  },
  {
    id: 'service.document',
    tag,
    method: 'get',
    path: '/api/v1/openapi.json',
    summary: 'This reference, for programs',
    description: 'An OpenAPI 3.1 document of everything that this service has switched on.',
    open: true,
    answer: { status: 200, description: 'The document', schema: 'Document' },
    example: null,
  },
  {
    id: 'service.docs',
    tag,
    method: 'get',
    path: '/api/v1/docs',
    summary: 'This reference, for people',
    open: true,
    answer: { status: 200, description: 'A page', type: 'text/html' },
    example: null,
  },
  {
    id: 'service.health',
    tag,
    method: 'get',
    path: '/health',
    summary: 'Is the process alive?',
    description: 'Asks nothing of the database.',
    open: true,
    answer: { status: 200, description: 'It is', schema: 'Health' },
    example: {},
  },
  {
    id: 'service.ready',
    tag,
    method: 'get',
    path: '/ready',
    summary: 'Can it serve?',
    description: 'Asks the database for an answer; not while its disk is full.',
    open: true,
    answer: { status: 200, description: 'The database answers', schema: 'Health' },
    refusals: [503],
    example: {},
  },
]
