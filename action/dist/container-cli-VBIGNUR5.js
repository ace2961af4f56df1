import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-HJZDT5VW.js";import"./chunk-XRH2FN36.js";import"./chunk-NHUGTINE.js";import"./chunk-WNETR6DX.js";import"./chunk-OSR677YG.js";import"./chunk-Z453QJX7.js";import"./chunk-XXO4VVP3.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
