import type { Operation } from '../operation.ts'

const tag = 'Service'

/** What the service reports about itself, also to monitoring. */
export const serviceOperations: readonly Operation[] = [
  {
    id: 'service.info',
    tag,
    method: 'get',
    path: '/api/v1',
    summary: 'Get information about the service',
    description:
      'Returns the name of the organization and the capabilities that are turned on. A service without this endpoint provides the interface specification and nothing more.',
    answer: { status: 200, description: 'Name, version, and capabilities', schema: 'ServiceInfo' },
    example: {},
  },
  {
    id: 'service.document',
    tag,
    method: 'get',
    path: '/api/v1/openapi.json',
    summary: 'Get this reference for programs',
    description: 'Returns an OpenAPI 3.1 document of everything that is turned on in this service.',
    open: true,
    answer: { status: 200, description: 'The document', schema: 'Document' },
    example: null,
  },
  {
    id: 'service.docs',
    tag,
    method: 'get',
    path: '/api/v1/docs',
    summary: 'Get this reference for people',
    open: true,
    answer: { status: 200, description: 'A web page', type: 'text/html' },
    example: null,
  },
  {
    id: 'service.health',
    tag,
    method: 'get',
    path: '/health',
    summary: 'Check that the process is running',
    description: 'Responds without using the database.',
    open: true,
    answer: { status: 200, description: 'The process is running', schema: 'Health' },
    example: {},
  },
  {
    id: 'service.ready',
    tag,
    method: 'get',
    path: '/ready',
    summary: 'Check that the service is ready',
    description: 'Checks that the database responds and that its disk isn’t full.',
    open: true,
    answer: { status: 200, description: 'The service is ready', schema: 'Health' },
    refusals: [503],
    example: {},
  },
]
