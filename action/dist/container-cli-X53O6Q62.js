import{createRequire}from'node:module';const require=createRequire(import.meta.url);
import{a}from"./chunk-LBTAWMTS.js";import"./chunk-XRH2FN36.js";import"./chunk-T7BEK4VO.js";import"./chunk-WNETR6DX.js";import"./chunk-VS2UHQGN.js";import"./chunk-M3OFXGC5.js";import"./chunk-FIVT7VDN.js";import"./chunk-G2ASK6K2.js";import"./chunk-6REANS53.js";export{a as ContainerCli};
