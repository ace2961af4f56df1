"""Reads {"openapi": …, "metrics": …} from standard input: a description of an API and a text of metrics. Prints what
breaks OpenAPI 3.1, and the names of the metrics as Prometheus's own reader has them."""

import json
import sys

from openapi_spec_validator import OpenAPIV31SpecValidator
from prometheus_client.parser import text_string_to_metric_families

given = json.load(sys.stdin)
json.dump(
    {
        "faults": [error.message for error in OpenAPIV31SpecValidator(given["openapi"]).iter_errors()],
        "metrics": {
            family.name: [family.type, len(family.samples)] for family in text_string_to_metric_families(given["metrics"])
        },
    },
    sys.stdout,
)
