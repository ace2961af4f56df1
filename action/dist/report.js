import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a as t}from"./chunk-3OSKYX2S.js";import"./chunk-6REANS53.js";process.stdout.write(`Plimsoll ${t}
`);var{runStep:o}=await import("./run-step-D7OHHRKL.js"),{reportStep:r}=await import("./report-47NS4XB2.js");await o(r);
