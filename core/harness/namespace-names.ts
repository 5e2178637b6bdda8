/** Namespaces that a document of the dialect may hold. */

export const HARNESS_NAMESPACE = 'https://harnessxml.com/spec/1.0';
export const XML_NAMESPACE = 'http://www.w3.org/XML/1998/namespace';
export const XMLNS_NAMESPACE = 'http://www.w3.org/2000/xmlns/';
export const SCHEMA_INSTANCE_NAMESPACE = 'http://www.w3.org/2001/XMLSchema-instance';
