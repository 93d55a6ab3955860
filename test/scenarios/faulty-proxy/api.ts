/** The service's API for a script: plain HTTP, without any of our clients. */

export interface Api {
  get(path: string): Promise<Answer>
  post(path: string, body: object): Promise<Answer>
  put(path: string, body: object): Promise<Answer>
  delete(path: string): Promise<Answer>
}

export interface Answer {
  status: number
  text: string
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- scripts look into answers freely
  body: any
}

export function api(url: string, token: string): Api {
  const send = async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${url}/api/v1${path}`, {
      method,
      headers: {
        Accept: 'application/json',
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const text = await response.text()
    return { status: response.status, text, body: JSON.parse(text) }
  }
  return {
    get: (path) => send('GET', path),
    post: (path, body) => send('POST', path, body),
    put: (path, body) => send('PUT', path, body),
    delete: (path) => send('DELETE', path),
  }
}

/** The same for requests that have to succeed. @throws with the service's message */
export async function done(answer: Promise<Answer>): Promise<Answer['body']> {
  const { status, text, body } = await answer
  if (status >= 300) throw new Error(`The service answers ${status}: ${text}`)
  return body
}
